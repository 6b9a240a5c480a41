/**
 * Kinds of things that members report. Compos and challenges are those of groups. A case is about one thing, named by a
 * key within its kind. A new kind needs its evidence in contract/http/cases.ts and its words in the page.
 */
export const CASE_KINDS = [
  'sketch',
  'comment',
  'profile',
  'stream',
  'message',
  'post',
  'group',
  'compo',
  'challenge',
  'chatLine',
  'boardMark',
  'gift',
] as const
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

/**
 * An act with which staff close a case. `leave_challenge`, `leave_compo`: the sketch is taken out of its challenge or
 * compo. `roll_back`: the marks around the reported one are rolled back. `clear_lines`: all lines of the author in the
 * room are deleted. `hide_group`: the group is missing for all but staff. `ai`: the sketch is marked as made with
 * generative AI. `cancel_stream`: the announced stream is removed. `remove_topic`, `lock_topic`, `rename_topic`: acts
 * on the topic that a post begins.
 */
export const CASE_ACTIONS = [
  'none',
  'mature',
  'ai',
  'violation',
  'leave_challenge',
  'leave_compo',
  'end_stream',
  'cancel_stream',
  'hide_replay',
  'hide_group',
  'remove_topic',
  'lock_topic',
  'rename_topic',
  'delete',
  'clear_lines',
  'roll_back',
  'warn',
  'ban',
] as const
export type CaseAction = (typeof CASE_ACTIONS)[number]

/**
 * The acts that fit each kind, in the order in which the desk offers them. Topics are renamed only on their pages.
 */
export const ACTIONS_OF_KIND: Record<CaseKind, readonly CaseAction[]> = {
  sketch: ['none', 'mature', 'ai', 'violation', 'leave_challenge', 'leave_compo', 'delete', 'warn', 'ban'],
  comment: ['none', 'delete', 'warn', 'ban'],
  profile: ['none', 'warn', 'ban'],
  stream: ['none', 'end_stream', 'cancel_stream', 'hide_replay', 'warn', 'ban'],
  message: ['none', 'warn', 'ban'],
  post: ['none', 'delete', 'remove_topic', 'lock_topic', 'warn', 'ban'],
  group: ['none', 'hide_group', 'warn', 'ban'],
  compo: ['none', 'delete', 'warn', 'ban'],
  challenge: ['none', 'delete', 'warn', 'ban'],
  chatLine: ['none', 'delete', 'clear_lines', 'warn', 'ban'],
  boardMark: ['none', 'roll_back', 'warn', 'ban'],
  gift: ['none', 'warn', 'ban'],
}

const FINAL_ACTIONS: readonly (CaseAction | null)[] = ['clear_lines', 'end_stream', 'cancel_stream']

/** The acts that the daily limit of deletions by staff counts. */
export const DELETING_ACTIONS: readonly CaseAction[] = ['delete', 'clear_lines', 'end_stream', 'cancel_stream']

/**
 * True for acts that have no undo. An accepted appeal then says only that the act was wrong. Deleted sketches can be
 * restored for a week.
 */
export const isFinal = (action: CaseAction | null, kind: CaseKind | null): boolean =>
  (action === 'delete' && kind !== 'sketch') || FINAL_ACTIONS.includes(action)

/** `upheld`: the decision stays. `overturned`: it is undone where that is possible. */
export const APPEAL_OUTCOMES = ['upheld', 'overturned'] as const
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number]

/** Steps of the hours from the first report to the decision; the last includes all longer ones. */
export const DECISION_HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168, 336, 720, 8760] as const
