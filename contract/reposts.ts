/**
 * Answers of a member whose picture is similar to another member's sketch: their own work, a permitted copy, a study.
 */
export const REPOST_ANSWERS = ['mine', 'permission', 'study'] as const
export type RepostAnswer = (typeof REPOST_ANSWERS)[number]
