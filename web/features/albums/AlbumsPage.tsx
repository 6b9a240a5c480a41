import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useUser } from '../../lib/session.ts'
import { AlbumList } from './AlbumList.tsx'
import styles from './AlbumPage.module.css'
import { albumListQuery } from './queries.ts'

const albumsParams = z.object({ userId: idText })

/** The albums and collections of a member, as a page. */
export function AlbumsPage() {
  const parsed = albumsParams.safeParse(useParams())
  if (!parsed.success) throw new Response(null, { status: 404 })
  return <Albums userId={parsed.data.userId} />
}

function Albums({ userId }: { userId: number }) {
  const own = useUser()?.id === userId
  const nickname = useInfiniteQuery(albumListQuery(userId)).data?.pages[0]?.items[0]?.nickname
  const title = own ? 'Your albums' : nickname ? `Albums by ${nickname}` : 'Albums'
  return (
    <div className={styles.page}>
      <title>{`${title} – ${PRODUCT_NAME}`}</title>
      <h1>{title}</h1>
      <AlbumList userId={userId} />
    </div>
  )
}
