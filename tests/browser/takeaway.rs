//! What is taken away: figures as SVG, PNG and CSV, plans in several forms; why a figure is what it is; the check.

use crate::harness::{Page, with_page};
use crate::lab::{first_example, open_lab};
use bookahead::engine::Study;
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::studies::Planned;

/// Opens the menu of a figure and chooses a form; gives the file's name and bytes.
fn save(page: &Page, id: &str, form: &str, extension: &str) -> (String, Vec<u8>) {
    page.click(&format!("#{id}"));
    page.click(&format!("#{id}-{form}"));
    page.wait_for_download(extension)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

fn planned() -> Planned {
    Planned::new(Study::from(first_example())).expect("a plan")
}

#[test]
fn a_figure_is_saved_as_svg_png_and_csv() {
    with_page("save-figure", |page| {
        open_lab(page, "");
        let (name, bytes) = save(page, "save-logical", "svg", ".svg");
        assert!(name.ends_with("-logical-plan.svg"), "{name}");
        let svg = text(bytes);
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let named = document.descendants().filter(|node| node.tag_name().name() == "rect" && node.has_children()).count();
        assert!(named >= 15, "{named} bars");
        assert!(
            svg.contains(&planned().provenance().words()) && svg.contains("fill=\"#ffffff\""),
            "its origin, in the light theme"
        );
        let link = document.descendants().find_map(|node| node.attribute("href")).expect("a link");
        assert!(link.starts_with("http://") && link.contains("#v1."), "{link}");
        let (_, png) = save(page, "save-physical", "png", ".png");
        let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
        assert_eq!(reader.info().width, 1920, "twice as wide as the figure");
        let (_, csv) = save(page, "save-utilisation", "csv", ".csv");
        let csv = text(csv);
        assert!(csv.contains("\nslot,busy_nodes,utilisation,sliding_utilisation\n"), "{csv}");
        assert!(csv.contains("\n11,5,1,"), "{csv}");
    });
}

#[test]
fn plans_are_exported_as_the_command_line_writes_them() {
    with_page("export-plan", |page| {
        open_lab(page, "");
        for (key, form) in [
            ("export-plan-json", PlanFile::Json),
            ("export-plan-csv", PlanFile::Csv),
            ("export-figures", PlanFile::Figures),
            ("export-trace", PlanFile::Trace),
            ("export-evalys", PlanFile::Evalys),
        ] {
            page.click("#export");
            page.wait_for_text("#provenance", &planned().provenance().words());
            page.click(&format!("#{key}"));
            let (name, bytes) = page.wait_for_download(form.suffix());
            let mut expected = Vec::new();
            form.write(&mut expected, &planned()).expect("memory");
            assert_eq!(text(bytes), text(expected), "{name}");
        }
    });
}

#[test]
fn the_menu_works_by_keyboard_and_closes() {
    with_page("save-keys", |page| {
        open_lab(page, "");
        let is_open = || page.count("details.menu[open]") == 1;
        page.focus("#save-logical");
        page.key("Enter");
        page.wait_for("the menu", "document.querySelector('#save-logical').parentElement.open", &[]);
        page.key("Tab");
        assert_eq!(page.js("return document.activeElement.id", &[]), "save-logical-svg");
        page.key("Escape");
        assert!(!is_open());
        assert_eq!(page.js("return document.activeElement.id", &[]), "save-logical", "the focus is back");
        page.click("#save-logical");
        assert!(is_open());
        page.click("#save-physical");
        page.wait_for("one menu at a time", "document.querySelectorAll('details.menu[open]').length === 1", &[]);
        assert_eq!(page.attribute("#save-logical", "aria-label").as_deref(), Some("Save figure: Logical plan"));
    });
}

#[test]
fn the_terms_of_the_selected_window_are_told() {
    with_page("window-terms", |page| {
        open_lab(page, "");
        page.wait_for_text(".request-form h2", "Request 11");
        // User 11 of Umar's Table 3.4; its first job starts at 12.
        let told = |ends: &str, degree: &str, right: &str| {
            format!(
                "{ends}, its degree f = t_f ÷ t_e {degree}. Relax time t_r = t_n {right}: left hole t_r1 0 slots, right hole t_r2 {right}."
            )
        };
        page.wait_for_text(
            "#window-terms",
            &told("Earliest end t_ed 15, deadline t_d 17. Flexibility time t_f 5 slots", "1.67", "2 slots"),
        );
        page.fill("#field-latest-start", "16");
        page.wait_for_text(
            "#window-terms",
            &told("Earliest end t_ed 15, deadline t_d 19. Flexibility time t_f 7 slots", "2.33", "4 slots"),
        );
        page.screenshots("window-terms");
        page.assert_fits_width();
    });
}

#[test]
fn a_figure_opens_its_formula_and_the_plan_is_checked() {
    with_page("why", |page| {
        open_lab(page, "");
        page.focus("#figure-delay button");
        page.key("Enter");
        page.wait_for_text("#plan-formula", "Mean delay, slots = Σ (start − earliest start) ÷ accepted jobs");
        let numbers = page.text("#plan-formula .formula-numbers");
        let shown = page.text("#figure-delay dd");
        let value: f64 = numbers.rsplit("= ").next().and_then(|value| value.parse().ok()).expect("a number");
        assert_eq!(format!("{value:.2}"), shown, "{numbers}");
        assert_eq!(page.attribute("#figure-delay button", "aria-expanded").as_deref(), Some("true"));
        page.focus("#figure-utilisation button");
        page.key("Enter");
        page.wait_for_text(
            "#plan-formula",
            "Fragmentation = free node-slots in holes shorter than the median request (2 slots) ÷ free node-slots",
        );
        page.click("#check-plan");
        page.wait_for_text("#check-result", "The checker found nothing wrong.");
        let result = page.text("#check-result");
        let jobs = planned().verify().looked_at[0].count;
        assert!(result.contains(&format!("{jobs} jobs against the windows of their requests")), "{result}");
        assert!(result.contains(&planned().provenance().words()), "{result}");
        page.js("document.querySelector('#plan-formula').scrollIntoView({block: 'center'})", &[]);
        page.screenshots("fragmentation");
    });
}
