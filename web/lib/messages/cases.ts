import type { CaseAction, CaseKind, ReportReason } from '../../../contract/cases.ts'
import type { Violation } from '../../../contract/http/sketches.ts'
import { UNUSED_EVIDENCE_DAYS } from '../../../contract/limits.ts'
import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Kinds of reported things. */
export const KIND_NAMES: Record<CaseKind, string> = {
  sketch: 'Sketch',
  comment: 'Comment',
  profile: 'Profile',
  stream: 'Stream',
  message: 'Message',
  post: 'Forum post',
  group: 'Group',
  compo: 'Compo',
  challenge: 'Challenge',
  chatLine: 'Chat message',
  boardMark: 'Whiteboard mark',
  gift: 'Gift',
}

/** Reasons that members can select in a report [1 §3]. */
export const REPORT_REASON_NAMES: Record<ReportReason, string> = {
  copyright: 'Copyright',
  mature: 'Mature, not labelled',
  inappropriate: 'Inappropriate',
  challengedq: 'Doesn’t fit its challenge',
  compodq: 'Doesn’t fit its compo',
  notsketch: 'Not a sketch',
  undeclaredAi: 'AI, not declared',
}

/** Acts, as the form offers them. */
export const ACTION_CHOICES: Record<CaseAction, string> = {
  none: 'No action',
  mature: 'Mark as mature',
  ai: 'Mark as made with AI',
  violation: 'Hide the sketch',
  leave_challenge: 'Take out of the challenge',
  leave_compo: 'Disqualify from the compo',
  end_stream: 'End the stream',
  cancel_stream: 'Cancel the stream',
  hide_replay: 'Hide the replay',
  hide_group: 'Hide the group',
  remove_topic: 'Remove the topic',
  lock_topic: 'Lock the topic',
  rename_topic: 'Rename the topic',
  delete: 'Delete',
  clear_lines: 'Clear all their messages in the room',
  roll_back: 'Roll back the marks',
  warn: 'Warn',
  ban: 'Ban',
}

/** Acts, as a decided case shows them. */
export const ACTION_RESULTS: Record<CaseAction, string> = {
  none: 'No action',
  mature: 'Marked as mature',
  ai: 'Marked as made with AI',
  violation: 'Sketch hidden',
  leave_challenge: 'Taken out of the challenge',
  leave_compo: 'Disqualified from the compo',
  end_stream: 'Stream ended',
  cancel_stream: 'Announced stream cancelled',
  hide_replay: 'Replay hidden',
  hide_group: 'Group hidden',
  remove_topic: 'Topic removed',
  lock_topic: 'Topic locked',
  rename_topic: 'Topic renamed',
  delete: 'Deleted',
  clear_lines: 'All messages in the room deleted',
  roll_back: 'Marks rolled back',
  warn: 'Warned',
  ban: 'Banned',
}

export const VIOLATION_LABELS: Record<Violation, string> = {
  copyright: 'Copyright',
  inappropriate: 'Inappropriate',
  notsketch: 'Not a sketch',
}

export const caseMessages = {
  none: {
    open: 'No cases wait for a decision.',
    mine: 'You have claimed no case.',
    decided: 'No case has been decided yet.',
  },
  choose: 'Choose a case to read what was reported.',
  gone: 'It has been deleted since.',
  evidenceDeleted: `The evidence was deleted ${UNUSED_EVIDENCE_DAYS} days after this case was closed without an act.`,
  changed: 'It has changed.',
  pictureMissing: 'The picture couldn’t be shown. It may have changed.',
  replaced: 'The picture has been replaced. It now looks like this:',
  mayBeReplaced: 'The picture may have been replaced. It now looks like this:',
  ownReports: 'Only others on staff see who sent them.',
  moreReports: (shown: number) => `The latest ${shown} are shown.`,
  untouched: 'Nothing on record.',
  unreported: 'Nobody reported it. Staff acted on its page.',
  longerBan: 'A longer ban is in force. Close the case without a ban, or replace the ban on the member’s profile.',
  decided: (action: CaseAction) => `Case closed: ${ACTION_RESULTS[action].toLowerCase()}.`,
  undoing: (appellant: string | null) =>
    appellant === null ? 'The case stays closed.' : `The case stays closed, and ${appellant}’s appeal is granted.`,
  undone: 'The decision was undone.',
  deleteQuestion: 'Deleting can’t be undone.',
  deleteReported: 'Deleting can’t be undone. It closes the case.',
  noReports: 'No reports wait for a decision.',
  deleteFailed: (reason: string) => `Error deleting comment: ${reason}`,
} as const

/** Words for a decision that failed. The desk has no box to replace a longer ban. */
export function decideFailureOf(error: unknown): string {
  return error instanceof CallError && error.code === 'longer_ban' ? caseMessages.longerBan : messageOf(error)
}
