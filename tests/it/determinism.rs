//! The same scenario gives the same bytes, today and tomorrow. The numbers below are those of this machine's native build; the browser's
//! must be the same.

use crate::support::gantt::gantt;
use crate::support::{Fnv, plan, policies};
use bookahead::engine::Outcome;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::scenario::{Machine, Policy};
use bookahead::engine::slots::workload::{Preset, Workload};

/// Everything that was decided, as one number.
fn hash(outcome: &Outcome) -> u64 {
    let Outcome { decisions, nodes, .. } = outcome;
    let moves = decisions.moves.iter().flat_map(|m| [m.job, m.from, m.to, m.beneficiary, m.short_slot]);
    let refusals = decisions.refusals.iter().flat_map(|refusal| [refusal.job, refusal.put_back]);
    let columns = [&decisions.start, &decisions.first_start, &nodes.first, &nodes.ids];
    columns.into_iter().fold(Fnv::new().words(moves).words(refusals), |fnv, column| fnv.words(column.iter().copied())).0
}

fn outcome(preset: Preset, policy: Policy) -> Outcome {
    plan(Preset::NODES, &preset.generator(1, 1_500).generate().expect("within bounds"), policy)
}

/// What each planner makes of one parametric and one MPI workload, pinned: a change of behaviour must be meant.
#[test]
fn plans_are_what_they_were() {
    let presets = [Preset { mpi: false, rate: 2, flexible_percent: 50 }, Preset { mpi: true, rate: 3, flexible_percent: 100 }];
    let found: Vec<[u64; 2]> = policies().into_iter().map(|policy| presets.map(|preset| hash(&outcome(preset, policy)))).collect();
    let text: String = found.iter().map(|[a, b]| format!("    [{a:#018x}, {b:#018x}],\n")).collect();
    assert_eq!(found, PINNED, "now:\n{text}");
}

/// One row for each of [`policies`].
const PINNED: [[u64; 2]; 23] = [
    [0xcfd9_68f6_bdff_35e1, 0x5fdc_76e0_8a25_9ac3],
    [0x4084_3ca1_d43e_d41f, 0x262d_2b20_4150_1748],
    [0xaa4c_faab_cc63_115f, 0xb0a6_0614_3923_33f9],
    [0x895d_e253_c395_9274, 0x1770_6958_d6e9_2aad],
    [0x3880_e7d7_3552_9f9b, 0x59b1_7bf4_6464_46bd],
    [0x4a67_ce9e_bfb6_de62, 0x0137_658d_adf9_fe24],
    [0x08a7_3da4_6888_3980, 0x6d3c_7543_e26e_2056],
    [0x9ea7_3b3a_3340_f5a2, 0xe9c5_7eac_aa12_c794],
    [0xc9a8_8973_f025_4453, 0x15e1_9efb_be56_8cb4],
    [0x5460_0d3b_6211_b3f2, 0xfc6d_893a_b08e_3678],
    [0x50e3_73b8_b277_bbe0, 0xc9aa_8da6_e863_33fa],
    [0x4084_3ca1_d43e_d41f, 0x262d_2b20_4150_1748],
    [0x631f_e973_f79d_3cd5, 0xe6fa_5535_7da9_ee33],
    [0xbd6b_000c_4abe_ce64, 0x26de_3d91_3b31_002d],
    [0xf886_04f2_5492_1164, 0xd490_13a8_e154_f7f7],
    [0xdfa1_67db_3379_14ef, 0xc0ad_636f_940b_93ba],
    [0x5e20_10f6_0440_3606, 0xb276_83c7_73f4_2cc2],
    [0x4084_3ca1_d43e_d41f, 0x262d_2b20_4150_1748],
    [0x1354_2688_dce5_d86f, 0xa2e9_4230_9bd7_3eb8],
    [0xb98c_26af_fb2a_c49b, 0xe9ac_f72a_d6f2_b1b2],
    [0xf886_04f2_5492_1164, 0xd490_13a8_e154_f7f7],
    [0xde2a_2379_f263_3170, 0xa2f9_36c0_ef68_c3ed],
    [0x674a_3e89_0fce_2a59, 0x51a4_3c9d_9bbc_8940],
];

/// Deciding in pieces of any size, with what was decided thrown away and done again, ends in the same place.
#[test]
fn pieces_make_the_same_whole() {
    let preset = Preset { mpi: true, rate: 2, flexible_percent: 75 };
    let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
    for policy in policies() {
        let whole = outcome(preset, policy);
        let arrivals = Workload::of_generator(preset.generator(1, 1_500)).arrivals().expect("within bounds");
        let mut session = Session::new(machine, policy, arrivals);
        let mut piece = 1;
        loop {
            session.advance(piece);
            if session.is_done() {
                break;
            }
            session.rewind(session.decided() - piece / 3);
            piece = piece * 7 % 101 + 1;
        }
        assert!(Outcome::of(&session) == whole, "{policy:?}\n{}", gantt(&Outcome::of(&session), Preset::NODES));
    }
}
