//! An interactive server behaves like the plain simulation and shows the simulation's whole state.

use pathlength_file_pool::live::{LiveServer, RequestLocation, Sample, SeekTarget, ServerActivity};
use pathlength_file_pool::simulation::{RequestState, Simulation, Thread};
use pathlength_file_pool::{Costs, Scenario};
use pathlength_model::{Setting, Settings};
use pathlength_queueing::ticks;
use proptest::prelude::*;

fn costs() -> Costs {
    let value = |name: &str| match name {
        "stretch_simulated" => 1.5,
        "ios" | "ios_simulated" => 2.0,
        "lock_chance" | "lock_chance_simulated" => 0.01,
        "io_ms" | "io_ms_simulated" | "fault_ms" => 20.0,
        "checkpoint_requests" | "checkpoint_requests_simulated" => 50.0,
        _ => 1.0,
    };
    Costs::new(&|name| Some(value(name))).expect("sound parameters")
}

fn settings(numbers: &[(&str, f64)]) -> Settings {
    let mut settings = Settings::default();
    let usual = [("users", 12.0), ("cpu_ms", 4.0), ("page_stall_ms", 30.0), ("checkpoint_ms", 5.0)];
    for (name, value) in usual.iter().chain(numbers) {
        settings.set(name, Setting::Number(*value));
    }
    settings
}

fn live(settings: &Settings) -> LiveServer {
    LiveServer::new(settings, &costs()).expect("sound settings")
}

/// Returns the plain simulation of the same server.
fn plain(settings: &Settings) -> Simulation {
    let mut settings = settings.clone();
    settings.set("engine", Setting::Word("simulation".to_owned()));
    let Scenario { server, seed, .. } = Scenario::from_settings(&settings, &costs()).expect("sound settings");
    Simulation::new(server, seed, 0)
}

/// Simulates all events up to and including time `until_s`.
fn run(simulation: &mut Simulation, until_s: f64) {
    while simulation.next_at() <= ticks(until_s) {
        simulation.step();
    }
}

fn states(simulation: &Simulation) -> Vec<RequestState> {
    simulation.users().iter().map(|user| user.state).collect()
}

#[derive(Clone, Copy, Debug)]
enum Watch {
    Pass(f64, u32),
    Seek(SeekTarget, u32),
}

fn watches() -> impl Strategy<Value = Vec<Watch>> {
    let goal = prop::sample::select(vec![SeekTarget::Event, SeekTarget::Fault, SeekTarget::Checkpoint]);
    let watch = prop_oneof![
        (0.0..3.0, 1..200_u32).prop_map(|(seconds, events)| Watch::Pass(seconds, events)),
        (goal, 1..200_u32).prop_map(|(goal, moments)| Watch::Seek(goal, moments)),
    ];
    prop::collection::vec(watch, 1..40)
}

fn some_settings() -> impl Strategy<Value = Settings> {
    let volumes = prop::sample::select(vec![0.0, 3.0]);
    let agents = prop::sample::select(vec![0.0, 4.0]);
    (1..30_u32, 0.0..60.0, 0.0..8.0, agents, volumes, 0..1000_u32).prop_map(
        |(users, stall, checkpoint, agents, volumes, seed)| {
            settings(&[
                ("users", f64::from(users)),
                ("page_stall_ms", stall),
                ("checkpoint_ms", checkpoint),
                ("agents", agents),
                ("volumes", volumes),
                ("seed", f64::from(seed)),
            ])
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn live_server_any_watches_equals_plain_simulation(settings in some_settings(), watches in watches()) {
        let mut watched = live(&settings);
        let mut before = 0.0;
        for watch in watches {
            match watch {
                Watch::Pass(seconds, events) => {
                    let until = watched.now_s() + seconds;
                    if watched.advance(until, events) {
                        prop_assert!((watched.now_s() - until).abs() < 1e-6);
                    }
                }
                Watch::Seek(goal, moments) => {
                    watched.seek(goal, moments);
                }
            }
            prop_assert!(watched.now_s() >= before, "time goes forward");
            before = watched.now_s();

            // The interactive server is consistent with the simulation.
            let simulation = watched.simulation();
            let in_line: Vec<_> = simulation.server_queue().collect();
            prop_assert_eq!(in_line.len(), simulation.queue_length() as usize);
            let locations: Vec<_> = watched.request_locations().collect();
            let waits = |at: &RequestLocation| {
                matches!(at, RequestLocation::FirstDispatchQueue | RequestLocation::RedispatchQueue)
            };
            prop_assert!(in_line.iter().all(|user| waits(&locations[*user as usize])));
            prop_assert_eq!(locations.iter().filter(|at| waits(at)).count(), in_line.len());
            let at_server = |(_, at): &(u32, &RequestLocation)| **at == RequestLocation::Server;
            let served: Vec<_> = (0..).zip(&locations).filter(at_server).map(|(user, _)| user).collect();
            prop_assert_eq!(served, watched.dispatch().map_or(vec![], |dispatch| vec![dispatch.user]));
            prop_assert_eq!(watched.activity() == ServerActivity::Idle, simulation.thread() == Thread::Idle);
        }
        watched.advance(before + 1.0, u32::MAX);
        let mut other = plain(&settings);
        run(&mut other, watched.now_s());
        prop_assert_eq!(other.now(), watched.simulation().now());
        prop_assert_eq!(states(&other), states(watched.simulation()));
        prop_assert_eq!(other.thread(), watched.simulation().thread());
        prop_assert_eq!(other.outcome(), watched.simulation().outcome());
    }

    #[test]
    fn live_history_has_a_sample_every_quarter_second(settings in some_settings(), pieces in prop::collection::vec(0.0..20.0, 1..12)) {
        let mut watched = live(&settings);
        let mut now = 0.0;
        for piece in pieces {
            now += piece;
            watched.advance(now, u32::MAX);
        }
        let mut other = plain(&settings);
        let quarters = (now * 4.0).floor() as u32;
        let all: Vec<_> = (0..=quarters).map(|quarter| {
            // A sample is taken when the clock reaches its time, before the events at that time.
            while other.next_at() < ticks(f64::from(quarter) / 4.0) {
                other.step();
            }
            let queue_length = other.server_queue().count() as u32;
            Sample { active: other.active(), queue_length, held: other.is_quiescing() }
        }).collect();
        prop_assert_eq!(watched.samples().collect::<Vec<_>>(), &all[all.len().saturating_sub(480)..]);
    }
}

#[test]
fn live_seek_fault_stops_at_every_fault() {
    let settings = settings(&[]);
    let mut watched = live(&settings);
    let mut stops = Vec::new();
    while stops.len() < 200 {
        assert!(watched.seek(SeekTarget::Fault, u32::MAX));
        assert_eq!(watched.activity(), ServerActivity::Stall);
        stops.push(watched.dispatch().expect("a request waits for its page"));
    }
    let mut other = plain(&settings);
    let mut all = Vec::new();
    while all.len() < 200 {
        other.step();
        if let Thread::Serves(dispatch) = other.thread()
            && dispatch.faults > 0
            && all.last() != Some(&dispatch)
        {
            all.push(dispatch);
        }
    }
    assert_eq!(stops, all);
}

#[test]
fn live_seek_event_stops_at_every_phase_of_a_dispatch() {
    let mut watched = live(&settings(&[]));
    watched.seek(SeekTarget::Fault, u32::MAX);
    let stay = watched.dispatch().expect("a request");
    assert_eq!(ticks(watched.now_s()), stay.since + stay.cpu);
    while watched.activity() == ServerActivity::Stall {
        watched.seek(SeekTarget::Event, 1);
    }
    assert_eq!(watched.activity(), ServerActivity::Uncounted);
    assert_eq!(ticks(watched.now_s()), stay.since + stay.cpu + stay.stall);
    while watched.dispatch() == Some(stay) {
        watched.seek(SeekTarget::Event, 1);
    }
    assert_eq!(ticks(watched.now_s()), stay.since + stay.cpu + stay.stall + stay.uncounted);
}

#[test]
fn live_seek_checkpoint_stops_when_due_and_at_start() {
    let mut watched = live(&settings(&[]));
    for _ in 0..10 {
        assert!(watched.seek(SeekTarget::Checkpoint, u32::MAX));
        assert!(watched.simulation().is_quiescing());
        // Without admitted requests, the checkpoint starts immediately.
        assert!(watched.activity() == ServerActivity::Checkpoint || watched.seek(SeekTarget::Checkpoint, u32::MAX));
        assert_eq!(watched.activity(), ServerActivity::Checkpoint);
        let outside = |at| matches!(at, RequestLocation::Thinking | RequestLocation::Held);
        assert!(watched.request_locations().all(outside), "all others think or are held");
    }
}

#[test]
fn live_seek_missing_target_gives_up() {
    let mut watched = live(&settings(&[("checkpoint_ms", 0.0), ("page_stall_ms", 0.0)]));
    assert!(!watched.seek(SeekTarget::Checkpoint, 10_000));
    assert!(!watched.seek(SeekTarget::Fault, 10_000));
    assert!(watched.seek(SeekTarget::Event, 1));
}

#[test]
fn live_server_rejects_invalid_settings() {
    let refused =
        |numbers: &[(&str, f64)]| LiveServer::new(&settings(numbers), &costs()).expect_err("refused").to_string();
    assert!(refused(&[("users", 0.0)]).contains("users"));
    assert!(refused(&[("user", 1.0)]).contains("no setting \"user\""));
}

#[test]
fn live_steady_state_is_the_analytic_solution() {
    let settings = settings(&[]);
    let steady_state = live(&settings).steady_state().copied().expect("an answer");
    let mut analytic = settings;
    analytic.set("engine", Setting::Word("analytic".to_owned()));
    let server = Scenario::from_settings(&analytic, &costs()).expect("sound").server;
    assert_eq!(steady_state, pathlength_file_pool::analytic::solve(&server).expect("an answer"));
}
