import type { OwnStreak } from '../../../contract/http/streak.ts'
import { countText } from '../format.ts'

/** "3 days in a row", "1-day streak". */
export const streakText = (length: number) => (length > 1 ? `${countText(length, 'day')} in a row` : '1-day streak')

/** "3 days in a row · 1 rest day"; an invitation if there is no streak. */
export function ownStreakText({ length, restDays }: Pick<OwnStreak, 'length' | 'restDays'>): string {
  if (length === 0) return 'Enter a sketch today to begin a streak.'
  const rest = restDays > 0 ? ` · ${countText(restDays, 'rest day')}` : ''
  return `${streakText(length)}${rest}`
}

/** Messages about streaks in challenges. */
export const streakMessages = {
  keep: 'Enter a sketch today to keep it.',
  help: 'What are rest days?',
  howItWorks:
    'A day with an entry in any daily challenge counts. In each week, your first vote in a compo or comment on another member’s page earns a rest day, which bridges a day you miss. You can save two.',
  showHint: 'The days in a row on which you entered a challenge.',
  timeZoneHint: 'Days of your streak begin at midnight there. You can change it once a week.',
} as const
