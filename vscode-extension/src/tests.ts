/** The Test Explorer: its tree comes from the server's analysis, its results from the server's test events. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { CoveredFile } from './coverage';
import type { CoverageReport, RunArguments, TestEvent, TestOutcome } from './protocol';
import { TestRunView } from './test-run';
import { TestTreeView, testsIn } from './test-tree';
import { watchPrograms } from './watch';

/** How long a run that lost its server waits for the next one. */
const NEXT_SERVER_MS = 30_000;

type Profile = 'run' | 'coverage';

/** A run that goes on, and what it was asked to run. */
interface Going {
  readonly view: TestRunView;
  readonly what: RunArguments;
  readonly isSecondTry: boolean;
}

/** Shows the tests of the workspace and runs them through the server. */
export class TestExplorer implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('osysharp', 'Osy#');
  private readonly tree: TestTreeView;
  private readonly runs = new Map<string, Going>();
  /** What came before the answer that names its run. */
  private readonly early = new Map<string, ((going: Going) => void)[]>();
  /** Runs whose server ended under them: the next one begins them anew. */
  private interrupted: Going[] = [];
  private interruptedTimer: NodeJS.Timeout | undefined;
  /** How each test ended last: a server that is started again is told, for its lenses. */
  private readonly outcomes = new Map<string, TestOutcome>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private client: LanguageClient | undefined;

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.tree = new TestTreeView(this.controller, log);
    const { Run, Coverage } = vscode.TestRunProfileKind;
    this.controller.createRunProfile('Run', Run, (request, token) => this.runRequest(request, 'run', token), true, undefined, true);
    const coverage = this.controller.createRunProfile(
      'Run with Coverage',
      Coverage,
      (request, token) => this.runRequest(request, 'coverage', token),
      true,
      undefined,
      true,
    );
    coverage.loadDetailedCoverage = async (_, file) => (file instanceof CoveredFile ? file.details() : []);
    this.controller.refreshHandler = () => this.tree.refresh(this.client);
  }

  /** Follows a server that has just started, and begins anew the runs that the one before did not end. */
  attach(client: LanguageClient): void {
    this.detach();
    this.client = client;
    this.subscriptions.push(
      client.onNotification('osy/testsChanged', () => void this.tree.refresh(client)),
      client.onNotification('osy/testEvent', (event: TestEvent) => this.receive(event)),
      client.onNotification('osy/testCoverage', (report: CoverageReport) =>
        this.give(report.runId, ({ view }) => view.cover(report)),
      ),
    );
    if (this.outcomes.size > 0) {
      void client.sendNotification('osy/testOutcomes', { outcomes: [...this.outcomes.values()] });
    }
    void this.tree.refresh(client);
    clearTimeout(this.interruptedTimer);
    this.interrupted.splice(0).forEach(({ view, what }) => void this.begin(client, view, what, true));
  }

  /** Lets go of a server that ended. Tree and results stay; what ran waits for the next server. */
  detach(): void {
    this.client = undefined;
    this.subscriptions.splice(0).forEach((subscription) => subscription.dispose());
    for (const going of this.runs.values()) {
      if (going.isSecondTry) {
        going.view.abandon('the language server stopped twice before this test had a result');
      } else {
        this.interrupted.push(going);
      }
    }
    this.runs.clear();
    this.early.clear();
    clearTimeout(this.interruptedTimer);
    if (this.interrupted.length > 0) {
      this.interruptedTimer = setTimeout(() => this.giveUp(), NEXT_SERVER_MS);
    }
  }

  /** Ends the runs that wait for a server, for there will be none. */
  giveUp(): void {
    clearTimeout(this.interruptedTimer);
    this.interrupted.splice(0).forEach(({ view }) => view.abandon('the language server stopped before this test had a result'));
  }

  dispose(): void {
    this.detach();
    this.giveUp();
    this.controller.dispose();
  }

  /** Runs every test in the tree: a project that does not compile leaves the others alone. */
  async runAll(profile: Profile = 'run'): Promise<void> {
    await this.tree.refresh(this.client);
    await this.runRequest(new vscode.TestRunRequest(), profile, new vscode.CancellationTokenSource().token);
  }

  /** Runs what a code lens asks for, and shows it as a run of the Test Explorer. */
  async run(what: RunArguments): Promise<void> {
    await this.tree.refresh(this.client);
    const included = this.tree.named(what);
    const request = new vscode.TestRunRequest(included);
    await this.start(request, included, what, new vscode.CancellationTokenSource().token);
  }

  private async runRequest(request: vscode.TestRunRequest, profile: Profile, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous) {
      this.runAgainAndAgain(request, profile, token);
      return;
    }
    const tests = this.asked(request);
    await this.start(request, tests, { ids: tests.map((item) => item.id), profile }, token);
  }

  private asked(request: vscode.TestRunRequest): vscode.TestItem[] {
    const excluded = new Set(testsIn(request.exclude ?? []));
    return testsIn(request.include ?? this.tree.roots()).filter((item) => !excluded.has(item));
  }

  /** Runs the tests whenever programs have changed, until the token says otherwise; a newer run ends the one before. */
  private runAgainAndAgain(request: vscode.TestRunRequest, profile: Profile, token: vscode.CancellationToken): void {
    let last: vscode.CancellationTokenSource | undefined;
    const again = async (): Promise<void> => {
      last?.cancel();
      last = new vscode.CancellationTokenSource();
      const { token: ofThis } = last;
      await this.tree.refresh(this.client);
      if (!ofThis.isCancellationRequested) {
        const tests = this.asked(request);
        // Runs of one request are shown as one, in which a failure outlives what comes after it.
        const next = new vscode.TestRunRequest(request.include, request.exclude, request.profile, true);
        await this.start(next, tests, { ids: tests.map((item) => item.id), profile }, ofThis);
      }
    };
    const watch = watchPrograms(() => void again());
    token.onCancellationRequested(() => {
      watch.dispose();
      last?.cancel();
    });
  }

  private async start(
    request: vscode.TestRunRequest,
    included: readonly vscode.TestItem[] | undefined,
    what: RunArguments,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const tests = testsIn(included ?? this.tree.roots());
    const view = new TestRunView(this.controller.createTestRun(request), tests, this.tree.items);
    if (!this.client) {
      view.abandon('the language server is not running');
      return;
    }
    if (tests.length === 0) {
      view.abandon('there are no tests to run');
      return;
    }
    const both = [token, view.run.token].map((each) => each.onCancellationRequested(() => void this.cancel(view)));
    await this.begin(this.client, view, what, false);
    if (token.isCancellationRequested) {
      await this.cancel(view);
    }
    await view.ended;
    both.forEach((subscription) => subscription.dispose());
  }

  private async begin(client: LanguageClient, view: TestRunView, what: RunArguments, isSecondTry: boolean): Promise<void> {
    try {
      const { runId } = await client.sendRequest<{ runId: string }>('workspace/executeCommand', {
        command: 'osy.test.run',
        arguments: [what],
      });
      const going = { view, what, isSecondTry };
      this.runs.set(runId, going);
      (this.early.get(runId) ?? []).forEach((act) => act(going));
      this.early.delete(runId);
      if (view.isCancelled) {
        await this.cancel(view);
      }
    } catch (problem) {
      if (this.client !== client && !isSecondTry) {
        // The server ended before it answered.
        if (this.client) {
          await this.begin(this.client, view, what, true);
        } else {
          this.interrupted.push({ view, what, isSecondTry });
        }
        return;
      }
      this.log.error(`the tests could not be run: ${String(problem)}`);
      view.abandon(problem instanceof Error ? problem.message : String(problem));
    }
  }

  private async cancel(view: TestRunView): Promise<void> {
    view.isCancelled = true;
    if (this.interrupted.some((each) => each.view === view)) {
      this.interrupted = this.interrupted.filter((each) => each.view !== view);
      view.abandon('cancelled');
      return;
    }
    const [runId] = [...this.runs].find(([, going]) => going.view === view) ?? [];
    if (runId !== undefined) {
      await this.client
        ?.sendRequest('workspace/executeCommand', { command: 'osy.test.cancel', arguments: [{ runId }] })
        .catch((problem: unknown) => this.log.error(`the run could not be cancelled: ${String(problem)}`));
    }
  }

  private receive(event: TestEvent): void {
    this.give(event.runId, ({ view }) => view.receive(event));
    if (event.event === 'test-finished') {
      const { id, outcome, duration_ms: durationMs } = event.result;
      this.outcomes.set(id, { id, outcome, durationMs });
    }
    if (event.event === 'run-finished') {
      this.runs.delete(event.runId);
    }
  }

  /** Gives the run what is told of it, at once or when it is known. */
  private give(runId: string, act: (going: Going) => void): void {
    const going = this.runs.get(runId);
    if (going) {
      act(going);
    } else {
      this.early.set(runId, [...(this.early.get(runId) ?? []), act]);
    }
  }
}
