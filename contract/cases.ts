/**
 * Kinds of things that members report. A case is about one thing, named by a key within its kind. A new kind needs its
 * evidence in contract/http/cases.ts and its words in the page.
 */
export const CASE_KINDS = ['sketch', 'comment', 'profile', 'stream', 'message', 'post'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/** Reasons that a report can tick [1 §3]. */
export const REPORT_REASONS = [
  'copyright',
  'mature',
  'inappropriate',
  'challengedq',
  'compodq',
  'notsketch',
  'undeclaredAi',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
