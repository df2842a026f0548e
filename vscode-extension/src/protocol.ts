/** What the server speaks beside plain LSP, as far as this extension reads it. */
import type { Location, Position, Range } from 'vscode-languageclient/node';

/** One node of the tree of tests. */
export interface TestNode {
  readonly id: string;
  readonly kind: 'project' | 'file' | 'fixture' | 'test';
  readonly label: string;
  readonly uri: string;
  readonly range?: Range;
  readonly tags?: readonly string[];
  readonly children?: readonly TestNode[];
}

/** The answer to `osy/tests`. */
export interface TestTree {
  readonly tests: readonly TestNode[];
}

/** The argument of the command `osy.test.run`; nothing named means the whole project. */
export interface RunArguments {
  readonly uri?: string;
  readonly ids?: readonly string[];
  readonly profile: 'run' | 'coverage' | 'debug';
}

/** A place in a file; line and column count from 1, columns in characters. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface RunState {
  readonly workflow: string;
  readonly entity: string;
  readonly row: string;
  readonly title: string | null;
  readonly state: string;
  readonly slots: readonly { readonly name: string; readonly status: string; readonly assignee: string | null }[];
  readonly clocks: readonly { readonly kind: string; readonly name: string; readonly due: string }[];
  readonly audit: readonly { readonly at: string; readonly kind: string; readonly text: string }[];
}

export interface TestResult {
  readonly id: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'errored' | 'skipped';
  readonly duration_ms: number;
  readonly message: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly at: Place | null;
  readonly frames: readonly { readonly function: string; readonly at: Place }[];
  readonly hints: readonly string[];
  readonly faults: readonly {
    readonly workflow: string;
    readonly state: string;
    readonly message: string;
    readonly at: Place | null;
  }[];
  readonly state: readonly RunState[];
}

/** One of the notification `osy/testOutcomes`. */
export interface TestOutcome {
  readonly id: string;
  readonly outcome: TestResult['outcome'];
  readonly durationMs: number;
}

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
}

/** The notification `osy/testEvent`. */
export type TestEvent = { readonly runId: string } & (
  | { readonly event: 'run-started' }
  | { readonly event: 'discovered'; readonly tests: readonly { readonly id: string }[] }
  | { readonly event: 'test-started'; readonly id: string }
  | { readonly event: 'output'; readonly id: string | null; readonly text: string }
  | { readonly event: 'test-finished'; readonly result: TestResult }
  | {
      readonly event: 'run-finished';
      readonly summary: Summary;
      readonly cancelled: boolean;
      readonly diagnostics: readonly {
        readonly file: string;
        readonly range: { readonly start: { readonly line: number; readonly column: number } };
        readonly message: string;
      }[];
      readonly message: string | null;
    }
);

/** A part of a workflow and how often it was reached; lines count from 1, and arms of one route have its line in common. */
export interface ElementCount {
  readonly kind: 'state' | 'arm' | 'breach' | 'reminder' | 'body' | 'clock' | 'transition';
  readonly name: string;
  readonly line: number;
  readonly count: number;
  readonly state: string | null;
  readonly route: number | null;
}

/** The notification `osy/testCoverage`, which comes before the run's last event. */
export interface CoverageReport {
  readonly runId: string;
  readonly files: readonly {
    readonly uri: string;
    readonly lines: readonly { readonly line: number; readonly count: number }[];
  }[];
  readonly workflows: readonly { readonly uri: string; readonly elements: readonly ElementCount[] }[];
}

/** The notification `osy/showReferences`. */
export interface ShownReferences {
  readonly uri: string;
  readonly position: Position;
  readonly locations: readonly Location[];
}

/** The answer to `osy/stateGraph`, as far as the preview needs it. */
export interface StateGraph {
  readonly version: number | null;
  readonly workflow: string;
  readonly workflows: readonly string[];
  /** The text is broken, and this is the last good graph. */
  readonly stale: boolean;
  /** The text is broken, and there never was a good graph. */
  readonly broken: boolean;
  readonly range: Range;
  readonly drawn: { readonly svg?: string | null; readonly text?: string | null };
}
