//! The two engines of the file pool model: they agree where an exact solution exists, and obey the operational laws.

use pathlength_file_pool::Model;
use pathlength_file_pool::simulation::{Run, Simulation};
use pathlength_file_pool::{Outcome, ResponseComponent, Server, analytic};
use pathlength_model::{Evaluation, Model as _, NamedModel, Setting, Settings};
use pathlength_queueing::{mva, of_runs};
use proptest::prelude::*;

/// A server without page stalls, I/Os, locks, or checkpoints; the mean service time of a request is 20 ms.
const PLAIN: Server = Server {
    users: 40,
    think_s: 1.0,
    cpu_s: 0.02,
    stall_s: 0.0,
    stretch: 1.0,
    storm_stall_s: 0.0,
    storm_share: 0.0,
    storm_s: 300.0,
    checkpoint_s: 0.0,
    checkpoint_requests: 100.0,
    data_ios: 0.0,
    log_ios: 0.0,
    io_s: 0.01,
    hits: 0.0,
    hit_s: 0.0005,
    parallel_logs: true,
    volumes: 0,
    agents: 40,
    lock_chance: 0.0,
    fault_s: 0.025,
    held_idle_s: 0.0,
};

fn simulated(server: Server, runs: u64) -> Vec<Outcome> {
    let whole = |run| {
        let mut run = Run::new(server, 7, run, 100.0, 1500.0);
        loop {
            if let Some(outcome) = run.step(100_000) {
                return outcome;
            }
        }
    };
    (0..runs).map(whole).collect()
}

/// Servers with an exact solution: exponential times, no checkpoints, and no locks.
#[test]
fn engines_agree_on_networks_with_exact_solutions() {
    let some_io = Server { data_ios: 1.3, io_s: 0.03, ..PLAIN };
    let cases = [
        ("one queue", PLAIN),
        ("saturated", Server { users: 90, agents: 90, ..PLAIN }),
        ("disks without queueing", some_io),
        ("disks with a queue", Server { volumes: 3, io_s: 0.08, ..some_io }),
        ("few agents", Server { agents: 6, ..some_io }),
        ("few agents and no thinking", Server { agents: 6, think_s: 0.0, ..some_io }),
        ("some I/Os hit the cache", Server { hits: 0.4, ..some_io }),
    ];
    for (case, server) in cases {
        let exact = analytic::solve(&server).expect("a solution");
        let outcomes = simulated(server, 12);
        let quantities: [fn(&Outcome) -> f64; 5] = [
            |outcome| outcome.rate,
            Outcome::response_s,
            |outcome| outcome.active,
            |outcome| outcome.cpu,
            |outcome| outcome.parts[ResponseComponent::AgentWait as usize],
        ];
        for (at, quantity) in quantities.into_iter().enumerate() {
            let estimate = of_runs(&outcomes.iter().map(quantity).collect::<Vec<_>>());
            let off = (estimate.mean - quantity(&exact)).abs();
            // Allow twice the half-width, because one in twenty 95 % intervals misses the true value. With think times,
            // the analytic solution of a queue for agents is approximate.
            let approximate = if case == "few agents" { 0.03 * quantity(&exact).max(exact.response_s()) } else { 0.0 };
            let allowed = 2.0 * estimate.half_width + approximate + 1e-9;
            assert!(off <= allowed, "{case}, quantity {at}: {estimate:?}, exact {}", quantity(&exact));
        }
    }
}

/// In long storms, the result of the simulation is the mixture of two steady states. The page stall per request is the
/// mean over both states, although neither state has this page stall.
#[test]
fn storms_mixture_equals_the_simulation() {
    let server = Server { users: 64, think_s: 1.65, cpu_s: 0.004, stall_s: 0.05, agents: 64, ..PLAIN };
    let server = Server { data_ios: 1.3, io_s: 0.02, storm_stall_s: 0.5, storm_s: 1000.0, ..server };
    let server = Server { storm_share: analytic::storm_share(&server).expect("a solution"), ..server };
    let exact = analytic::solve(&server).expect("a solution");
    assert!((exact.stall / exact.rate / server.stall_s - 1.0).abs() < 1e-9, "{exact:?}");
    assert!((exact.active / (exact.rate * exact.response_s()) - 1.0).abs() < 1e-9, "{exact:?}");
    let whole = |run| {
        let mut run = Run::new(server, 3, run, 5000.0, 200_000.0);
        loop {
            if let Some(outcome) = run.step(100_000) {
                return outcome;
            }
        }
    };
    let outcomes: Vec<Outcome> = (0..6).map(whole).collect();
    let quantities: [fn(&Outcome) -> f64; 3] =
        [|outcome| outcome.rate, |outcome| outcome.stall, |outcome| outcome.active];
    for quantity in quantities {
        let estimate = of_runs(&outcomes.iter().map(quantity).collect::<Vec<_>>());
        // A storm lasts 1,000 s on average, and the server's queue needs a few of these seconds to fill.
        let allowed = 2.0 * estimate.half_width + 0.01 * quantity(&exact);
        assert!((estimate.mean - quantity(&exact)).abs() <= allowed, "{estimate:?} {}", quantity(&exact));
    }
}

#[test]
fn storms_without_more_stall_than_the_mean_are_none() {
    for (stall_s, storm_stall_s) in [(0.05, 0.05), (0.05, 0.0), (0.0, 1.0)] {
        let server = Server { stall_s, storm_stall_s, ..PLAIN };
        let share = analytic::storm_share(&server).expect("a solution");
        assert!(share.abs() < 1e-12);
        assert_eq!(analytic::solve(&server).ok(), analytic::solve(&Server { storm_stall_s: 0.0, ..server }).ok());
    }
}

/// A user whose agent is held idle has no request in the system, so there are never more held agents than users.
#[test]
fn units_of_work_hold_at_most_one_agent_per_user() {
    for stall in [1.0, 10.0, 50.0] {
        let held = |units: f64| {
            let settings = settings(
                "analytic",
                &[("page_stall_ms", stall), ("held_idle_s", 9.0), ("think_s", 0.5), ("units_of_work", units)],
            );
            output(&model().evaluate(&settings).expect("an answer"), "held")
        };
        assert!(held(1.0) <= 20.0 && held(0.0) > 20.0, "{stall}: {} {}", held(1.0), held(0.0));
    }
}

proptest! {
    #[test]
    fn asymptotes_bound_the_analytic_engine(server in any_server()) {
        let free = Server { lock_chance: 0.0, agents: server.users, ..server };
        let (bounds, found) = (analytic::asymptotes(&free), analytic::solve(&free).expect("a solution"));
        prop_assert!(found.rate <= bounds.rate * (1.0 + 1e-9));
        prop_assert!(found.response_s() >= bounds.response_s() * (1.0 - 1e-6) - 1e-9, "{} {}", found.response_s(), bounds.response_s());
        // At N*, both bounds have the same value.
        let users = free.saturation_users();
        let by_users = users / (free.think_s + free.uncontended_s());
        prop_assert!((by_users * (free.service_s() + free.checkpoint_s) - 1.0).abs() < 1e-9);
    }
}

#[test]
fn analytic_plain_server_equals_mean_value_analysis() {
    let server = Server { data_ios: 1.3, io_s: 0.03, volumes: 2, ..PLAIN };
    let known = mva::solve_exact(&[0.02, 0.0195, 0.0195], 1.0, 40).expect("a solution");
    let outcome = analytic::solve(&server).expect("a solution");
    assert!((outcome.rate / known.throughput - 1.0).abs() < 1e-9);
    assert!((outcome.response_s() / known.response_s - 1.0).abs() < 1e-9);
}

/// With one agent fewer than users, the result hardly changes.
#[test]
fn analytic_agents_without_queue_change_nothing() {
    let server = Server { users: 30, agents: 30, data_ios: 1.0, ..PLAIN };
    let enough = analytic::solve(&server).expect("a solution");
    let nearly = analytic::solve(&Server { agents: 29, ..server }).expect("a solution");
    assert!((enough.rate / nearly.rate - 1.0).abs() < 1e-6, "{} {}", enough.rate, nearly.rate);
    assert!((enough.response_s() / nearly.response_s() - 1.0).abs() < 1e-6);
}

fn any_server() -> impl Strategy<Value = Server> {
    let times = (0.0..5.0, 0.0..0.05, 0.0..0.05, 1.0..2.0, 0.0..0.02);
    let disks = (0.0..4.0, 0.0..2.0, 0.0..0.05, 0.0..1.0, any::<bool>(), 0_u32..5);
    ((1_u32..60, 1_u32..60), times, disks, 1.0..400.0, 0.0..0.005).prop_map(
        |(people, times, disks, every, lock_chance)| {
            let (users, agents) = people;
            let (think_s, cpu_s, stall_s, stretch, checkpoint_s) = times;
            let (data_ios, log_ios, io_s, hits, parallel_logs, volumes) = disks;
            Server {
                users,
                think_s,
                cpu_s: cpu_s + 1e-4,
                stall_s,
                stretch,
                storm_stall_s: 0.0,
                storm_share: 0.0,
                storm_s: 300.0,
                checkpoint_s,
                checkpoint_requests: every,
                data_ios,
                log_ios,
                io_s,
                hits,
                parallel_logs,
                volumes,
                agents: agents.min(users),
                lock_chance,
                ..PLAIN
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Little's law, the interactive response time law, and the utilization law hold for any server.
    #[test]
    fn analytic_any_server_obeys_the_laws(server in any_server()) {
        let outcome = analytic::solve(&server).expect("a solution");
        let users = f64::from(server.users);
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs());
        prop_assert!(close(outcome.active, outcome.rate * outcome.response_s()));
        prop_assert!(close(users, outcome.rate * (outcome.response_s() + server.think_s)), "{outcome:?}");
        prop_assert!(close(outcome.cpu, outcome.rate * server.cpu_s));
        prop_assert!(close(outcome.stall, outcome.rate * server.stall_s));
        prop_assert!(outcome.parts.iter().all(|part| *part >= 0.0), "{outcome:?}");
        prop_assert!(outcome.rate <= server.limit_rate() * (1.0 + 1e-9));
        prop_assert!(outcome.cpu + outcome.stall + outcome.uncounted + outcome.checkpoint <= 1.0 + 1e-9);
    }

    /// Requests are neither lost nor duplicated, the server serves at most one request at a time, and no request is
    /// served during a checkpoint.
    #[test]
    fn simulation_any_server_conserves_requests(server in any_server(), seed in any::<u64>()) {
        use pathlength_file_pool::simulation::{RequestState, Thread};
        let mut simulation = Simulation::new(server, seed, 0);
        let mut before = 0;
        for _ in 0..2_000 {
            simulation.step();
            prop_assert!(simulation.now() >= before);
            before = simulation.now();
            let at = |place: RequestState| simulation.users().iter().filter(|user| user.state == place).count();
            prop_assert_eq!(at(RequestState::Thinking) + simulation.active() as usize, server.users as usize);
            prop_assert_eq!(at(RequestState::ServerQueue), simulation.server_queue().count());
            let admitted = [RequestState::LockQueue, RequestState::ServerQueue, RequestState::Server, RequestState::Disk].map(at).iter().sum::<usize>();
            prop_assert!(admitted <= server.agents as usize);
            match simulation.thread() {
                Thread::Idle => prop_assert_eq!(at(RequestState::Server) + at(RequestState::ServerQueue), 0),
                Thread::Serves(dispatch) => {
                    prop_assert_eq!(at(RequestState::Server), 1);
                    prop_assert_eq!(simulation.users()[dispatch.user as usize].state, RequestState::Server);
                }
                Thread::Checkpoint { .. } => prop_assert_eq!(admitted, 0),
            }
        }
    }
}

#[test]
fn simulation_components_add_up_and_obey_littles_law() {
    let server = Server {
        stall_s: 0.004,
        stretch: 1.4,
        checkpoint_s: 0.003,
        data_ios: 1.2,
        log_ios: 0.4,
        volumes: 2,
        agents: 20,
        lock_chance: 0.002,
        ..PLAIN
    };
    for outcome in simulated(server, 3) {
        let active = outcome.rate * outcome.response_s();
        assert!((outcome.active / active - 1.0).abs() < 0.01, "{outcome:?}");
        let parts = outcome.parts;
        for (part, share) in [
            (ResponseComponent::Cpu, outcome.cpu),
            (ResponseComponent::CountedStall, outcome.stall),
            (ResponseComponent::UncountedStall, outcome.uncounted),
        ] {
            assert!((parts[part as usize] * outcome.rate / share - 1.0).abs() < 0.01, "{part:?}: {outcome:?}");
        }
        // The share of checkpoint time does not depend on the waits before a checkpoint.
        assert!((outcome.checkpoint / (outcome.rate * server.checkpoint_s) - 1.0).abs() < 0.05, "{outcome:?}");
    }
}

/// Returns a model with the lab's parameters but with invented values.
fn model() -> Model {
    let names = Model::PARAMETERS;
    let value = |name: &str| match name {
        "users" => Some(20.0),
        "warm_up_s" => Some(10.0),
        "interval_s" => Some(100.0),
        "lock_chance" | "lock_chance_simulated" => Some(0.001),
        "catalog_share" => Some(0.5),
        "cache_hit_ms" => Some(0.25),
        _ => names.iter().position(|known| *known == name).map(|at| 1.0 + at as f64 / 8.0),
    };
    Model::open(&value).expect("a good model")
}

fn settings(engine: &str, more: &[(&str, f64)]) -> Settings {
    let mut settings = Settings::default();
    settings.set("engine", Setting::Word(engine.to_owned()));
    for (name, value) in [("cpu_ms", 4.0), ("page_stall_ms", 10.0), ("checkpoint_ms", 2.0)].iter().chain(more) {
        settings.set(name, Setting::Number(*value));
    }
    settings
}

fn output(answer: &Evaluation, name: &str) -> f64 {
    answer.output(name).expect("an output")
}

#[test]
fn evaluate_rejects_invalid_settings_with_the_reason() {
    for (name, value, said) in [
        ("users", 0.0, "setting users must be a whole number from 1 to 10000"),
        ("users", 1e9, "setting users must be a whole number from 1 to 10000"),
        ("users", 2.5, "a whole number"),
        ("users", f64::NAN, "setting users"),
        ("think_s", -1.0, "setting think_s must be from 0 to 3600"),
        ("think_s", f64::INFINITY, "setting think_s"),
        ("cpu_ms", f64::NAN, "setting cpu_ms"),
        ("stretch", 0.5, "setting stretch must be from 1 to 10"),
        ("log_paths", 3.0, "setting log_paths must be one of 1, 2"),
        ("data_space_share", 100.0, "no request reaches the server"),
        ("runs", 1.0, "setting runs"),
        ("volumes", -1.0, "setting volumes"),
        ("mood", 1.0, "the model has no setting \"mood\""),
    ] {
        for engine in ["analytic", "simulation"] {
            let error = model().evaluate(&settings(engine, &[(name, value)])).expect_err(name).to_string();
            assert!(error.contains(said), "{name} = {value}: {error}");
        }
    }
    let idle = settings("analytic", &[("cpu_ms", 0.0), ("page_stall_ms", 0.0)]);
    assert!(model().evaluate(&idle).expect_err("no service").to_string().contains("no server time"));
    let mut bare = Settings::default();
    bare.set("engine", Setting::Word("analytic".to_owned()));
    assert!(model().evaluate(&bare).expect_err("no times").to_string().contains("setting cpu_ms"));
    let crowd = settings("analytic", &[("users", 10_000.0)]);
    assert!(model().evaluate(&crowd).expect_err("locks").to_string().contains("reduce the number of users"));
}

#[test]
fn terms_add_up_to_their_outputs() {
    let more = [("log_share", 30.0), ("volumes", 2.0), ("agents", 5.0), ("pools", 2.0), ("limp_overhead", 20.0)];
    for engine in ["analytic", "simulation"] {
        let answer = model().evaluate(&settings(engine, &more)).expect("an answer");
        for name in ["response_s", "block_io_s", "other_s", "lock_s", "cpu_s"] {
            let whole = output(&answer, name);
            let sum: f64 = answer.clone().terms_of(name).expect("terms").iter().map(|term| term.time_us / 1e6).sum();
            assert!((sum - whole).abs() <= 1e-9 * whole, "{engine} {name}: {sum} of {whole}");
        }
        let parts = ["cpu_s", "lock_s", "block_io_s", "other_s"].map(|name| output(&answer, name));
        assert!((parts.iter().sum::<f64>() / output(&answer, "response_s") - 1.0).abs() < 1e-9);
        let known = ["utilization_cpu", "utilization_page", "utilization_checkpoint"];
        let sum: f64 = known.iter().map(|name| output(&answer, name)).sum();
        assert!((sum / output(&answer, "utilization") - 1.0).abs() < 1e-9);
    }
}

#[test]
fn analytic_settings_change_response_in_documented_direction() {
    let mut model = model();
    let mut response =
        |more: &[(&str, f64)]| output(&model.evaluate(&settings("analytic", more)).expect("an answer"), "response_s");
    let base = response(&[]);
    for better in [
        &[("pools", 2.0)][..],
        &[("data_space_share", 50.0)],
        &[("cache_hits", 50.0)],
        &[("page_stall_ms", 5.0)],
        &[("think_s", 100.0)],
    ] {
        assert!(response(better) < base, "{better:?}");
    }
    for worse in [
        &[("agents", 2.0)][..],
        &[("volumes", 1.0)],
        &[("log_share", 50.0)],
        &[("limp_overhead", 50.0)],
        &[("users", 25.0)],
        &[("checkpoint_requests", 100.0)],
    ] {
        assert!(response(worse) > base, "{worse:?}");
    }
    assert!(response(&[("log_share", 50.0), ("log_paths", 1.0)]) > response(&[("log_share", 50.0)]));
    // More reserved pages reduce the stall; additional catalog buffers take pages away and increase it.
    let reserved = response(&[("reserved_pages", 20.0)]);
    assert!(response(&[("reserved_pages", 40.0)]) < reserved);
    assert!(response(&[("reserved_pages", 20.0), ("catalog_buffers", 10.0)]) > reserved);
}

#[test]
fn simulation_seed_determines_the_outputs() {
    let ask = |seed: f64| {
        let answer = model().evaluate(&settings("simulation", &[("seed", seed), ("runs", 3.0)])).expect("an answer");
        answer.outputs
    };
    assert_eq!(ask(5.0), ask(5.0));
    assert_ne!(ask(5.0), ask(6.0));
}

/// A run in slices has the same result as an uninterrupted run, even if two scenarios alternate.
#[test]
fn simulation_sliced_run_equals_whole_run() {
    let [one, other] = [4.0, 5.0].map(|seed| settings("simulation", &[("seed", seed), ("users", 60.0)]));
    let at_once = model().evaluate(&one).expect("an answer");
    let mut by_slices = model();
    let mut slices = 0;
    while !by_slices.prepare(&one).expect("a slice") {
        let _ = by_slices.prepare(&other).expect("a slice");
        slices += 1;
    }
    assert!(slices > 5, "{slices} slices");
    assert_eq!(by_slices.evaluate(&one).expect("an answer"), at_once);
}
