import type { Rule } from '../../../contract/rules.ts'

/** Short names of the rules of the guidelines. */
export const RULE_LABELS: Record<Rule, string> = {
  credit: 'Copying without credit',
  sketches: 'Not a sketch, or advertising',
  mature: 'Mature without a label, or hateful',
  ai: 'AI, not declared',
  kindness: 'Unkind',
  privacy: 'Personal information',
}

export const ruleMessages = {
  missing: 'Choose the rule that was broken.',
  authorReads: (author: string) => `${author} and staff see this after the rule. ${author} can appeal.`,
  claimed: 'Someone else on staff is working on a report of this. You can take over its case in Moderation.',
} as const
