/** What a run reached, as VS Code shows it: lines as statements, arms as branches, states and the like as declarations. */
import * as vscode from 'vscode';
import type { CoverageReport, ElementCount } from './protocol';

/** A file with its details, which VS Code asks for when it shows the file. */
export class CoveredFile extends vscode.FileCoverage {
  constructor(
    uri: vscode.Uri,
    lines: CoverageReport['files'][number]['lines'],
    private readonly elements: readonly ElementCount[],
  ) {
    const share = (counts: readonly { readonly count: number }[]): vscode.TestCoverageCount =>
      new vscode.TestCoverageCount(counts.filter(({ count }) => count > 0).length, counts.length);
    const branches = elements.filter(isBranch);
    const declarations = elements.filter((each) => isDeclaration(each));
    super(uri, share(lines), branches.length ? share(branches) : undefined, declarations.length ? share(declarations) : undefined);
    this.lines = lines;
  }

  private readonly lines: CoverageReport['files'][number]['lines'];

  /** Everything in the file that can be reached, with how often it was. */
  details(): vscode.FileCoverageDetail[] {
    const branches = new Map<number, ElementCount[]>();
    for (const arm of this.elements.filter(isBranch)) {
      const line = arm.route ?? arm.line;
      branches.set(line, [...(branches.get(line) ?? []), arm]);
    }
    const statements = this.lines.map(({ line, count }) => {
      const own = branches.get(line);
      branches.delete(line);
      return statement(line, count, own ?? []);
    });
    // A route is no statement by itself; its arms stand under the line where it begins.
    const routes = [...branches].map(([line, arms]) => statement(line, arms.reduce((sum, { count }) => sum + count, 0), arms));
    const declarations = this.elements
      .filter((each) => isDeclaration(each))
      .map((each) => new vscode.DeclarationCoverage(nameOf(each), each.count, start(each.line)));
    return [...statements, ...routes, ...declarations];
  }
}

/** The files of a report. */
export function coveredFiles(report: CoverageReport): CoveredFile[] {
  const uris = new Set([...report.files, ...report.workflows].map(({ uri }) => uri));
  return [...uris].map((uri) => {
    const lines = report.files.find((file) => file.uri === uri)?.lines ?? [];
    const elements = report.workflows.filter((workflow) => workflow.uri === uri).flatMap((workflow) => workflow.elements);
    return new CoveredFile(vscode.Uri.parse(uri), lines, elements);
  });
}

function isBranch({ kind }: ElementCount): boolean {
  return kind === 'arm' || kind === 'breach';
}

/** A move is a statement already. */
function isDeclaration(element: ElementCount): boolean {
  return !isBranch(element) && element.kind !== 'transition';
}

function statement(line: number, count: number, arms: readonly ElementCount[]): vscode.StatementCoverage {
  const branches = arms.map((arm) => new vscode.BranchCoverage(arm.count, start(arm.line), nameOf(arm)));
  return new vscode.StatementCoverage(count, start(line), branches);
}

function nameOf({ kind, name, state }: ElementCount): string {
  return kind === 'state' ? `state ${name}` : state === null ? name : `${state}: ${name}`;
}

function start(line: number): vscode.Position {
  return new vscode.Position(Math.max(0, line - 1), 0);
}
