import type { AwardKind, AwardState } from '../../../contract/award-state.ts'
import type { AwardCategory, AwardsInfo } from '../../../contract/http/awards.ts'
import {
  AWARD_CATEGORIES_MAX,
  AWARD_CATEGORY_TITLE_MAX,
  AWARD_NOMINATIONS_PER_MEMBER_MAX,
  AWARD_NOMINEES_STAY_HOURS,
} from '../../../contract/limits.ts'
import { countText, dayText } from '../format.ts'

/** Messages of awards [1 §5], [1 §8]. */
export const awardMessages = {
  noCategory: 'Please choose an award category',
  noCategoryFor: (kind: AwardKind | undefined) =>
    kind
      ? `There is no category for ${kind === 'sketch' ? 'sketches' : 'artists'} this year.`
      : 'There are no categories yet.',
  nominationFailed: 'Sorry there was an error posting the nomination.',
  none: 'There were no awards in this year.',
  noCategories: 'The categories will appear here.',
  noNominees: 'No nominees yet.',
  noNomineesShown: 'There are no nominees to show.',
  counting: 'The votes are being counted.',
  noWinner: 'No winner is shown.',
  nominationHint: `You can make ${AWARD_NOMINATIONS_PER_MEMBER_MAX} nominations in each category, and take them back until ${AWARD_NOMINEES_STAY_HOURS} hours before nominations close.`,
  linkMissing: 'Enter the link of a sketch or an artist.',
  linkHint: 'A link such as /sketch/12 or /user/34, for the kind of the category.',
  tooNew: 'You can vote once you have been a member for a day.',
  tooNewToNominate: 'You can nominate once you have been a member for a day.',
  nominated: (title: string) => `Nominated for ${title}.`,
  withdrawn: 'Nomination taken back.',
  nomineeRemoved: (name: string) => `${name} is no longer a nominee.`,
  removalHint: (state: AwardState) =>
    state === 'voting'
      ? 'Members who voted for this nominee can vote again.'
      : 'The place is free for another nominee.',
  saved: (year: number) => `Awards ${year} are saved.`,
  opened: (year: number) => `Awards ${year} are open.`,
  voted: 'Your vote is saved.',
  cleared: 'Your vote is cleared. Choose again while voting is open.',
  categoriesHint:
    'One category a line: "sketch: Best in ink" or "artist: Artist of the year". Lines keep their category, so change a title in its line. New ones go at the end.',
  categoriesInvalid: 'Begin each line with "sketch:" or "artist:", followed by a title.',
  tooManyCategories: `A year can have ${AWARD_CATEGORIES_MAX} categories. Remove some lines.`,
  categoryTooLong: `A title can have ${AWARD_CATEGORY_TITLE_MAX} characters. Shorten the longest.`,
  dateMissing: 'Choose a date and a time.',
  yearInvalid: 'Enter a year from 2011 on.',
  winnerNamed: (title: string) => `The winner of ${title} is named.`,
  winnerRemoved: (name: string) => `${name} is no longer a winner.`,
  winnerHint: 'For awards that were held before members voted here. The badge appears on the profile and the sketch.',
  previewOn: 'These are the votes so far, at most a minute old. The staff log tells that you saw them.',
} as const

/** The state of a year’s awards, such as "Voting is open until 31 January." */
export function stateSentence({ state, dates, categories }: AwardsInfo, now: number): string {
  if (!dates || state === 'none') return ''
  const day = (time: keyof typeof dates) => dayText(dates[time], now)
  const voted = categories.filter(({ hasVoted }) => hasVoted).length
  switch (state) {
    case 'upcoming':
      return `Nominations open on ${day('nominationsStart')}.`
    case 'nominating':
      return `Nominations are open until ${day('nominationsEnd')}.`
    case 'waiting':
      return `Nominations are closed. Voting opens on ${day('votingStart')}.`
    case 'voting': {
      const own =
        voted > 0 ? ` You have voted in ${voted} of ${countText(categories.length, 'category', 'categories')}.` : ''
      return `Voting is open until ${day('votingEnd')}.${own}`
    }
    case 'closed':
      return `Voting closed on ${day('votingEnd')}.`
  }
}

/** "6 nominees, 4,118 votes"; nothing without nominees. */
export function categoryFacts({ artists, sketches, votes }: AwardCategory): string {
  if (artists.length + sketches.length === 0) return ''
  const nominees = countText(artists.length + sketches.length, 'nominee')
  return votes === null || votes === 0 ? nominees : `${nominees}, ${countText(votes, 'vote')}`
}
