/** What the preview's page and the extension say to each other. Offsets are those of the picture's groups. */

export type ToPage =
  | { readonly type: 'picture'; readonly picture: Picture }
  | { readonly type: 'stale'; readonly reason: string }
  | { readonly type: 'nothing'; readonly reason: string }
  | { readonly type: 'cursor'; readonly offset: number };

export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'reveal'; readonly start: number; readonly end: number; readonly focus: boolean }
  | { readonly type: 'choose'; readonly workflow: string }
  | { readonly type: 'export' };

export interface Picture {
  readonly uri: string;
  readonly workflow: string;
  readonly workflows: readonly string[];
  /** Empty where the picture cannot be laid out; then the workflow is shown as `text`. */
  readonly svg: string;
  readonly text: string;
  /** Why the picture is not that of the text as it is; empty when it is. */
  readonly stale: string;
}
