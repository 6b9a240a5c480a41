import type { SearchSuggestions } from '../../../contract/http/search.ts'
import { SEARCH_SUGGESTIONS_MAX } from '../../../contract/limits.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { normalizeTag } from '../../../contract/text.ts'
import { newestFirst } from '../../domain/search/candidates.ts'
import { exactConditionsOf, idConditionsOf, matchSketches } from '../../domain/search/match.ts'
import { selectCandidates } from '../../domain/search/search-lists.ts'
import { sketchItemOf } from '../../domain/sketches/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { selectArtistsByName } from '../../features/artists/queries.ts'
import { selectTagsByPrefix } from '../../features/tags/queries.ts'
import { batchNamed, type Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'

const LIMIT = SEARCH_SUGGESTIONS_MAX

/** Suggests tags, artists and sketches for the typed start of a search, in one trip. */
export async function suggestSearches(db: Db, viewer: Viewer | null, typed: string): Promise<SearchSuggestions> {
  const prefix = normalizeTag(typed)
  const terms = parseSearch(typed)
  const {
    tags = [],
    artists = [],
    sketches = [],
  } = await batchNamed(db, {
    tags: selectTagsByPrefix(db, { prefix, limit: LIMIT }),
    artists: selectArtistsByName(db, viewer, { query: typed, last: null, limit: LIMIT }) ?? undefined,
    sketches:
      terms.length === 0
        ? undefined
        : selectCandidates(db, viewer, {
            candidates: newestFirst('sketch_search', {
              match: matchSketches(viewer, terms),
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
