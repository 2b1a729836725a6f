//! Power cuts that a reader asks for.

use pathlength_journaling::plug::{Demand, MOST_STREAMS, Outcome, Place, Plug, Story};
use pathlength_journaling::{Broken, DataRule, Policy, Rules};
use pathlength_model::Word;

fn demand(policy: Policy, story: Story, broken: Broken) -> Demand {
    Demand { policy, broken, story, stream: 1 }
}

/// The worst that a search finds, cut again.
fn worst(demand: Demand) -> Outcome {
    let mut plug = Plug::new(demand).unwrap();
    assert_eq!(plug.worst(), Ok(None));
    while plug.search() {}
    plug.cut(&plug.worst().unwrap().unwrap()).unwrap()
}

/// Whether something happened that the rules exclude.
fn damaged(policy: Policy, found: &Outcome) -> bool {
    let foreign = found.foreign > 0 && Rules::of(policy).data != DataRule::Unordered;
    found.after + found.strange + found.promises > 0 || foreign
}

fn journaling() -> impl Iterator<Item = Policy> {
    Policy::ALL.into_iter().filter(|policy| *policy != Policy::None)
}

#[test]
fn no_cut_damages_a_file_system_that_keeps_its_rules() {
    for policy in journaling() {
        for story in Story::MEANINGS {
            let found = worst(demand(policy, *story, Broken::default()));
            assert!(!damaged(policy, &found), "{policy:?}, {story:?}: {found:?}");
        }
    }
}

#[test]
fn each_broken_rule_is_shown_by_a_story() {
    let stories = [
        (Story::Mixed, Broken { no_barrier: true, ..Broken::default() }, true),
        (Story::UsedAgain, Broken { no_revoke: true, ..Broken::default() }, false),
        (Story::AtOnce, Broken { early_reuse: true, ..Broken::default() }, false),
    ];
    for (story, broken, journaled_too) in stories {
        for policy in journaling() {
            let found = worst(demand(policy, story, broken));
            // Where data goes through the log too, its own image comes after the old one, and no write home before the
            // commit that freed its block.
            let expected = policy != Policy::Journal || journaled_too;
            assert_eq!(damaged(policy, &found), expected, "{policy:?}, {story:?}: {found:?}");
        }
    }
}

#[test]
fn what_no_flush_has_secured_may_be_lost_and_nothing_else() {
    for policy in Policy::ALL {
        let plug = Plug::new(demand(policy, Story::Mixed, Broken::default())).unwrap();
        let writes = plug.writes();
        let last = writes.len() as u32 - 1;
        assert!((40..2000).contains(&writes.len()), "{policy:?}: {}", writes.len());
        for after in [0, last / 2, last] {
            let doubt = plug.in_doubt(after).unwrap();
            let epoch = writes[after as usize].epoch;
            assert!(doubt.clone().all(|at| writes[at as usize].epoch == epoch));
            let all = plug.cut(&Place { after, lost: doubt.clone().collect() }).unwrap();
            let none = plug.cut(&Place { after, lost: Vec::new() }).unwrap();
            assert!(all.lost_s >= 0.0 && none.lost_s <= none.at_s);
            assert_eq!(none.after, 0, "{policy:?} after {after}: everything is mended");
            if let Some(safe) = doubt.start().checked_sub(1) {
                assert!(plug.cut(&Place { after, lost: vec![safe] }).unwrap_err().contains("cannot be lost"));
            }
        }
        assert!((0..=last).all(|at| !plug.describe(at).is_empty()));
        assert!(plug.describe(last + 1).is_empty());
        assert!(plug.cut(&Place { after: last + 1, lost: Vec::new() }).unwrap_err().contains("choose one"));
    }
}

#[test]
fn when_everything_was_asked_to_be_durable_nothing_that_was_promised_is_lost() {
    for policy in Policy::ALL {
        let plug = Plug::new(demand(policy, Story::UsedAgain, Broken::default())).unwrap();
        let after = plug.writes().len() as u32 - 1;
        let found = plug.cut(&Place { after, lost: Vec::new() }).unwrap();
        assert_eq!((found.promises, found.after, found.foreign), (0, 0, 0), "{policy:?}: {found:?}");
    }
}

#[test]
fn a_stream_that_there_is_not_is_refused() {
    let demand = Demand { stream: MOST_STREAMS + 1, ..demand(Policy::Ordered, Story::Mixed, Broken::default()) };
    assert!(Plug::new(demand).unwrap_err().contains("choose one"));
}
