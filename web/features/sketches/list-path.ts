import { parseListName } from '../../../contract/list-name.ts'

/** Path of the page of a list, by its name in the address of a sketch (`?in=`); null for unknown names. */
export function listPath(name: string): string | null {
  const list = parseListName(name)
  switch (list?.of) {
    case undefined:
      return null
    case 'site':
      return `/gallery/${list.list}`
    case 'tag':
      return withSort(`/tag/${encodeURIComponent(list.tag)}`, list.sort)
    case 'user':
      return withSort(`/user/${list.id}`, list.sort)
    case 'hearts':
      return `/user/${list.id}/likes`
    case 'co-op':
      return `/gallery/co-op/${list.id}`
    case 'challenge':
      return `/challenge/${list.id}`
    case 'album':
      return `/user/${list.userId}/album/${list.albumId}`
    case 'group':
      return `/group/${list.slug}`
    case 'compo':
      return `/compo/${list.key}`
  }
}

const withSort = (path: string, sort: 'recent' | 'hearts') => (sort === 'recent' ? path : `${path}?sort=${sort}`)
