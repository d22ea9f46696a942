//! Colours: ten roles, eight tints for requests and eight colours for classes of a market, each for light and dark mode.
//!
//! The tints keep apart under normal sight and under protanopia, deuteranopia and tritanopia (found by search in OKLab over simulated
//! sight, leaving out the hues of the roles); neighbours in the list, hence requests that come one after another, differ most. No
//! meaning hangs on colour alone: jobs carry names, moved ones are hatched, hovered ones outlined, the selected request is the only one
//! drawn dark on light (light on dark).

/// A colour as it lies in the pixel buffer: red, green, blue, alpha.
pub type Rgba = [u8; 4];

/// Number of tints for requests.
pub const TINTS: usize = 8;

/// Number of colours for classes: as many as a market may have.
pub const CLASS_COLOURS: usize = 8;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub background: Rgba,
    /// Faint lines between slots and rows.
    pub grid: Rgba,
    /// Text and outlines on the background.
    pub ink: Rgba,
    /// Axis labels and other quiet text on the background.
    pub ink_quiet: Rgba,
    /// Bars of requests.
    pub tints: [Rgba; TINTS],
    /// Names on tints.
    pub on_tint: Rgba,
    /// Lines and marks of a market's classes on the background, class 1 first; the first three are farthest apart. Names stand in ink.
    pub classes: [Rgba; CLASS_COLOURS],
    /// How much of a class's colour its bars have, in per cent; the rest is background. Names on them stand in [`Palette::on_tint`].
    pub class_tint_percent: u32,
    /// Bars of two plans that are compared: same, only A, only B, moved. What is the same is the palest; the others keep apart for every kind of
    /// sight, and are framed or hatched besides.
    pub marks: [Rgba; 4],
    /// Stripes on bars that are elsewhere in the other plan.
    pub mark_stripe: Rgba,
    /// The selected request.
    pub accent: Rgba,
    /// Names on the accent colour.
    pub on_accent: Rgba,
    /// The selected request as text on the background.
    pub accent_ink: Rgba,
    /// Jobs that were moved.
    pub moved: Rgba,
    /// Stripes on jobs that were moved.
    pub moved_stripe: Rgba,
    /// Names on moved jobs.
    pub on_moved: Rgba,
    /// "was 15" on moved jobs, quieter than the name.
    pub on_moved_quiet: Rgba,
    /// Moved jobs as text and arrows on the background.
    pub moved_ink: Rgba,
    /// Refused requests as text and outlines on the background.
    pub refused: Rgba,
    /// Busy nodes on average, where single bars cannot be shown.
    pub busy_mean: Rgba,
    /// Busy nodes at most.
    pub busy_max: Rgba,
}

const fn rgb(hex: u32) -> Rgba {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255]
}

/// The light theme.
pub const LIGHT: Palette = Palette {
    background: rgb(0xFFFFFF),
    grid: rgb(0xEBEEF2),
    ink: rgb(0x1B1F24),
    ink_quiet: rgb(0x4C5664),
    tints: [rgb(0xB1C4EC), rgb(0xC3EEF3), rgb(0x97BC9D), rgb(0xD5D7DE), rgb(0xBAA8D0), rgb(0xB7DCFD), rgb(0xD5BDC5), rgb(0xEAEBC5)],
    on_tint: rgb(0x1B1F24),
    classes: [
        rgb(0x303090),
        rgb(0x3090E4),
        rgb(0x787854),
        rgb(0xC0789C),
        rgb(0x780C54),
        rgb(0x544800),
        rgb(0x4860C0),
        rgb(0x844878),
    ],
    class_tint_percent: 50,
    marks: [rgb(0xE4E8EE), rgb(0x58B4F5), rgb(0xEE82B8), rgb(0xF9C45E)],
    mark_stripe: rgb(0xFFE0A0),
    accent: rgb(0xCE4A00),
    on_accent: rgb(0xFFFFFF),
    accent_ink: rgb(0xC2410C),
    moved: rgb(0xF6D894),
    moved_stripe: rgb(0xF1CC7E),
    on_moved: rgb(0x1B1F24),
    on_moved_quiet: rgb(0x6B4500),
    moved_ink: rgb(0x8A5A00),
    refused: rgb(0xA3195B),
    busy_mean: rgb(0x9DB0CB),
    busy_max: rgb(0xDCE3ED),
};

/// The dark theme.
pub const DARK: Palette = Palette {
    background: rgb(0x14171C),
    grid: rgb(0x242932),
    ink: rgb(0xF2F5F9),
    ink_quiet: rgb(0xA9B3C0),
    tints: [rgb(0x3D5C84), rgb(0x273962), rgb(0x575B60), rgb(0x483438), rgb(0x2B7880), rgb(0x295634), rgb(0x60734E), rgb(0x4E4658)],
    on_tint: rgb(0xF2F5F9),
    classes: [
        rgb(0x6CA8F0),
        rgb(0xC0E46C),
        rgb(0xB44884),
        rgb(0xC08484),
        rgb(0x00E4FC),
        rgb(0x847800),
        rgb(0x5478D8),
        rgb(0xE4A8A8),
    ],
    class_tint_percent: 45,
    marks: [rgb(0x2A313C), rgb(0x1F5BD6), rgb(0xA02591), rgb(0x6B6014)],
    mark_stripe: rgb(0x4D4508),
    accent: rgb(0xFF8A3D),
    on_accent: rgb(0x1A1206),
    accent_ink: rgb(0xFF9A5C),
    moved: rgb(0xC9A245),
    moved_stripe: rgb(0xDAB65C),
    on_moved: rgb(0x1A1206),
    on_moved_quiet: rgb(0x3B2900),
    moved_ink: rgb(0xE3BC5C),
    refused: rgb(0xFF8FB8),
    busy_mean: rgb(0x5F7594),
    busy_max: rgb(0x2D3745),
};

impl Theme {
    /// The colours of the theme.
    pub fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

impl Palette {
    /// A tint by its number; they begin anew after the last.
    pub fn tint(&self, number: u32) -> Rgba {
        self.tints[number as usize % TINTS]
    }

    /// The colour of a class, 0 for class 1.
    pub fn class(&self, class: usize) -> Rgba {
        self.classes[class % CLASS_COLOURS]
    }

    /// The colour of a class's bars, 0 for class 1.
    pub fn class_tint(&self, class: usize) -> Rgba {
        mix(self.background, self.class(class), f64::from(self.class_tint_percent) / 100.0)
    }
}

impl Palette {
    /// The colour of bars when two plans are compared, by the number of the mark: same, only A, only B, moved. Names on them stand in
    /// [`Palette::on_tint`].
    pub fn mark_tint(&self, mark: usize) -> Rgba {
        self.marks[mark % self.marks.len()]
    }
}

/// `share` (0 … 1) of `b` in `a`.
pub fn mix(a: Rgba, b: Rgba, share: f64) -> Rgba {
    let share = (share.clamp(0.0, 1.0) * 256.0) as u32;
    let channel = |a: u8, b: u8| ((u32::from(a) * (256 - share) + u32::from(b) * share + 128) >> 8) as u8;
    [channel(a[0], b[0]), channel(a[1], b[1]), channel(a[2], b[2]), channel(a[3], b[3])]
}

/// A colour as CSS reads it; the alpha of roles and tints is always whole.
pub fn css(color: Rgba) -> String {
    format!("#{:02x}{:02x}{:02x}", color[0], color[1], color[2])
}

/// Contrast of two colours as WCAG 2 defines it, from 1 to 21.
pub fn contrast(a: Rgba, b: Rgba) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Linear light of an sRGB channel.
fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
}

fn luminance(color: Rgba) -> f64 {
    0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Machado, Oliveira and Fernandes 2009, severity 1: identity, protanopia, deuteranopia, tritanopia.
    const SIGHT: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    fn oklab(color: Rgba, sight: [[f64; 3]; 3]) -> [f64; 3] {
        let light = [linear(color[0]), linear(color[1]), linear(color[2])];
        let seen = sight.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0));
        let [r, g, b] = seen;
        let l = libm::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
        let m = libm::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
        let s = libm::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }

    /// Least distance over the four kinds of sight.
    fn distance(a: Rgba, b: Rgba) -> f64 {
        let one = |sight| oklab(a, sight).iter().zip(oklab(b, sight)).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        SIGHT.into_iter().map(one).fold(f64::MAX, f64::min)
    }

    #[test]
    fn text_is_readable_wherever_it_stands() {
        for palette in [LIGHT, DARK] {
            let mut pairs: Vec<(Rgba, Rgba)> = palette.tints.iter().map(|&tint| (tint, palette.on_tint)).collect();
            pairs.extend((0..CLASS_COLOURS).map(|class| (palette.class_tint(class), palette.on_tint)));
            pairs.extend(palette.marks.map(|mark| (mark, palette.on_tint)));
            pairs.push((palette.accent, palette.on_accent));
            for ground in [palette.moved, palette.moved_stripe] {
                pairs.extend([(ground, palette.on_moved), (ground, palette.on_moved_quiet)]);
            }
            for text in [palette.ink, palette.ink_quiet, palette.accent_ink, palette.moved_ink, palette.refused] {
                pairs.push((palette.background, text));
            }
            for (ground, text) in pairs {
                assert!(contrast(ground, text) >= 4.5, "{} on {}: {:.2}", css(text), css(ground), contrast(ground, text));
            }
        }
    }

    #[test]
    fn marks_of_a_comparison_keep_apart_for_every_kind_of_sight() {
        for palette in [LIGHT, DARK] {
            for a in 0..4 {
                for b in a + 1..4 {
                    let d = distance(palette.mark_tint(a), palette.mark_tint(b));
                    assert!(d >= 0.1, "marks {a} and {b}: {d:.3}");
                }
            }
        }
    }

    #[test]
    fn tints_keep_apart_for_every_kind_of_sight() {
        for palette in [LIGHT, DARK] {
            for a in 0..TINTS {
                for b in a + 1..TINTS {
                    let d = distance(palette.tints[a], palette.tints[b]);
                    assert!(d >= 0.035, "{} and {}: {d:.3}", css(palette.tints[a]), css(palette.tints[b]));
                }
                let next = palette.tints[(a + 1) % TINTS];
                assert!(distance(palette.tints[a], next) >= 0.07, "{} and its neighbour {}", css(palette.tints[a]), css(next));
                assert!(distance(palette.tints[a], palette.accent) >= 0.12, "{} and the accent", css(palette.tints[a]));
            }
        }
    }

    #[test]
    fn classes_keep_apart_and_stand_out_from_the_ground() {
        for palette in [LIGHT, DARK] {
            for (a, &colour) in palette.classes.iter().enumerate() {
                assert!(contrast(colour, palette.background) >= 3.0, "{}", css(colour));
                assert!(distance(colour, palette.accent) >= 0.08, "{} and the accent", css(colour));
                for (b, &other) in palette.classes.iter().enumerate().skip(a + 1) {
                    let least = if b < 3 { 0.15 } else { 0.1 };
                    let tinted = distance(palette.class_tint(a), palette.class_tint(b));
                    assert!(tinted >= if b < 3 { 0.09 } else { 0.04 }, "bars of classes {a} and {b}: {tinted:.3}");
                    assert!(distance(colour, other) >= least, "{} and {}: {:.3}", css(colour), css(other), distance(colour, other));
                }
            }
        }
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast(rgb(0xFFFFFF), rgb(0x000000)) - 21.0).abs() < 1e-9);
        assert!((contrast(rgb(0x777777), rgb(0xFFFFFF)) - 4.48).abs() < 0.01);
        assert_eq!(css(rgb(0x0A1BFF)), "#0a1bff");
    }
}
