//! A snapshot of a running machine is dropped on the page, and opens as a cluster with a present moment.

use crate::harness::with_page;
use crate::lab::{open_lab, shared};
use bookahead::engine::Study;
use serde_json::json;

const RECORDED: &str = include_str!("../snapshots/snapshot.txt");
const JOBS: &str = include_str!("../snapshots/jobs.txt");
const SINFO: &str = include_str!("../snapshots/sinfo.json");

#[test]
fn a_snapshot_that_is_dropped_opens_with_its_present_moment() {
    with_page("snapshot", |page| {
        open_lab(page, "");
        let before = shared(page);
        // Cut off: the line is told, and nothing is lost.
        page.drop_file("body", "cut.txt", &RECORDED.as_bytes()[..RECORDED.len() / 2]);
        page.wait_for_text("#log-problem", "the file seems to be cut off");
        page.wait_for_text("#log-problem", "Your work is as it was");
        assert_eq!(shared(page), before);
        page.drop_file("body", "snapshot.txt", RECORDED.as_bytes());
        page.wait_for_text("#log-found", "A snapshot of a running machine: 23 jobs.");
        page.wait_for_text("#log-shaped", "22 jobs on 44 processors: 8 run, 14 wait, 2 reservations");
        page.wait_for_text("#snapshot-remarks", "2 partitions are planned as one pool");
        let script = "const list = document.querySelector('#snapshot-partition'); list.selectedIndex = 2;
            list.dispatchEvent(new Event('change', {bubbles: true})); return list.labels[0].textContent;";
        assert_eq!(page.js(script, &[]), json!("Partition"));
        page.wait_for_text("#log-shaped", "17 jobs on 6 nodes: 5 run, 12 wait, 2 reservations");
        page.wait_for_text("#snapshot-remarks", "1 job left out: held.");
        // Names are kept on request alone.
        page.wait_for_text("#snapshot-remarks", "Names of users and jobs are dropped.");
        page.click("#snapshot-names");
        page.wait_for_text("#snapshot-remarks", "The names of 1 user and 19 jobs are kept");
        page.screenshot("snapshot");
        page.click("#use-log");
        let cluster = page.wait_until("the link to hold the snapshot", || match shared(page)?.scenario.study {
            Study::Cluster(cluster) if cluster.now.is_some() => Some(cluster),
            _ => None,
        });
        assert_eq!((cluster.nodes, cluster.now), (6, Some(11)));
        page.wait_for_element("#cluster-gantt");
        page.wait_for_text(".job-row .called", "course");
        page.click(".job-row[data-request='2']");
        page.wait_for_text("#job-name", "wrap (mira)");
        page.screenshot("snapshot-names");
    });
}

#[test]
fn files_of_a_snapshot_are_dropped_together() {
    with_page("snapshot-files", |page| {
        open_lab(page, "");
        page.drop_files("body", &[("jobs.txt", JOBS.as_bytes()), ("sinfo.json", SINFO.as_bytes())]);
        page.wait_for_text("#log-shaped", "22 jobs on 44 processors: 8 run, 14 wait");
        page.wait_for_text("#snapshot-remarks", "whose zone is not told");
    });
}
