import type { SearchSuggestions } from '../../../contract/http/search.ts'
import { SEARCH_SUGGESTIONS_MAX } from '../../../contract/limits.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { significantTerms } from '../../../contract/stop-words.ts'
import { normalizeTag } from '../../../contract/text.ts'
import { newestFirst } from '../../domain/search/candidates.ts'
import { canMatch, countParts, exactConditionsOf, idConditionsOf, matchSketches } from '../../domain/search/match.ts'
import { selectCandidates } from '../../domain/search/search-lists.ts'
import { otherForms } from '../../domain/search/word-forms.ts'
import { sketchItemOf } from '../../domain/sketches/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { selectArtistsByName } from '../../features/artists/queries.ts'
import { selectTags } from '../../features/tags/queries.ts'
import { batchNamed, type Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'

const LIMIT = SEARCH_SUGGESTIONS_MAX
/** Words of which tags are suggested, beside tags of the whole start. */
const TAG_WORDS_MAX = 3

/**
 * A longer search gets no suggestions of sketches, because each one reads the entries of all its words while it is
 * typed.
 */
const SKETCH_PARTS_MAX = 4

/** Suggests tags, artists and sketches for the typed start of a search, in one trip. */
export async function suggestSearches(db: Db, viewer: Viewer | null, typed: string): Promise<SearchSuggestions> {
  const terms = parseSearch(typed)
  const {
    tags = [],
    artists = [],
    sketches = [],
  } = await batchNamed(db, {
    tags: selectTags(db, { ...tagsOf(typed), limit: LIMIT }),
    artists: selectArtistsByName(db, viewer, { query: typed, last: null, limit: LIMIT }) ?? undefined,
    sketches:
      terms.length === 0 || countParts(terms) > SKETCH_PARTS_MAX || !canMatch(terms)
        ? undefined
        : selectCandidates(db, viewer, {
            candidates: newestFirst('sketch_search', {
              search: matchSketches(viewer, terms),
              last: null,
              limit: LIMIT,
              idConditions: idConditionsOf(terms),
            }),
            conditions: exactConditionsOf(terms),
          }),
  })
  artists.sort((a, b) => b.level - a.level || b.artist.id - a.artist.id)
  sketches.sort((a, b) => b.item.id - a.item.id)
  return {
    tags,
    artists: artists
      .filter(({ visible }) => visible)
      .slice(0, LIMIT)
      .map(({ artist: { id, nickname, avatarKey, fans } }) => ({
        id,
        nickname,
        avatar: avatarKey && imageBase(avatarKey),
        fans,
      })),
    sketches: sketches.filter(({ shown }) => shown).map(({ item }) => sketchItemOf(item)),
  }
}

/** The beginnings of tags: the whole start and its last words. The names are other forms of these words. */
function tagsOf(typed: string): { prefixes: string[]; names: string[] } {
  const words = significantTerms(parseSearch(typed))
    .flatMap((term) => (term.kind === 'word' && !term.not ? [normalizeTag(term.text)] : []))
    .filter(Boolean)
    .slice(-TAG_WORDS_MAX)
  return { prefixes: [...new Set([normalizeTag(typed), ...words])], names: words.flatMap(otherForms) }
}
