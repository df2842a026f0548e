// The desk day of XState 5: a machine with a simulated clock per actor, moved hour by hour.
// Usage: node xstate.mjs RUNS, in a folder where `xstate` is installed. Prints one line of JSON.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const require = createRequire(pathToFileURL(join(process.cwd(), "desk.mjs")));
const { createActor, createMachine, SimulatedClock } = require("xstate");
const HOUR = 3_600_000;
const runs = Number(process.argv[2]);
const busy = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1000; };

const machine = createMachine(
  {
    context: ({ input }) => ({ audit: [], nudges: 0, escalated: 0, clock: input.clock }),
    initial: "desk",
    states: {
      desk: {
        after: {
          [1 * HOUR]: { actions: "remind" },
          [2 * HOUR]: { actions: "remind" },
          [3 * HOUR]: { actions: "remind" },
          [4 * HOUR]: { actions: "unassigned" },
          [8 * HOUR]: { target: "late", actions: "unfinished" },
        },
      },
      late: { type: "final" },
    },
  },
  {
    actions: {
      remind: ({ context }) => { context.nudges += 1; context.audit.push(["Reminded", context.clock.now() / HOUR]); },
      unassigned: ({ context }) => { context.escalated += 1; context.audit.push(["Breached", context.clock.now() / HOUR]); },
      unfinished: ({ context }) => {
        context.audit.push(["Breached", context.clock.now() / HOUR]);
        context.audit.push(["Transitioned", context.clock.now() / HOUR]);
      },
    },
  },
);

function day(count) {
  const began = busy();
  const actors = [];
  for (let i = 0; i < count; i++) {
    const clock = new SimulatedClock();
    const actor = createActor(machine, { clock, input: { clock } });
    actor.start();
    actors.push([actor, clock]);
  }
  const started = busy();
  for (let hour = 1; hour <= 9; hour++) for (const [, clock] of actors) clock.increment(HOUR);
  const ended = busy();
  const audits = new Set(actors.map(([actor]) => JSON.stringify(actor.getSnapshot().context.audit)));
  if (audits.size !== 1) throw new Error("the audits differ");
  return {
    starts: (count / (started - began)) * 1000,
    firings: ((5 * count) / (ended - started)) * 1000,
    audit: JSON.parse([...audits][0]),
  };
}

day(Math.min(runs, 200));
console.log(JSON.stringify({ version: require("xstate/package.json").version, ...day(runs) }));
