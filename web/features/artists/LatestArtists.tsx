import { useQuery } from '@tanstack/react-query'
import type { LatestArtists as Reply } from '../../../contract/http/artists.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { countText } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import { FanButton } from '../users/FanButton.tsx'
import { fanStatusQuery } from '../users/queries.ts'
import styles from './LatestArtists.module.css'
import { latestArtistsQuery } from './queries.ts'

type LatestArtist = Reply['items'][number]

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Artists who posted lately, with their latest sketches and a fan button. */
export function LatestArtists() {
  const { data, isError, refetch } = useQuery(latestArtistsQuery)
  const user = useUser()
  const ids = (data?.items ?? []).map(({ id }) => id)
  const { data: status } = useQuery({ ...fanStatusQuery(ids), enabled: Boolean(user) && ids.length > 0 })
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (data?.items.length === 0) return null
  return (
    <section aria-labelledby="latest-artists">
      <SectionTitle id="latest-artists">Posted lately</SectionTitle>
      <ul className={styles.artists} aria-label="Artists who posted lately">
        {data
          ? data.items.map((artist) => (
              <li key={artist.id}>
                <ArtistCard artist={artist} isFan={user ? status?.[artist.id] : false} isOwn={artist.id === user?.id} />
              </li>
            ))
          : PLACEHOLDERS.map((name) => (
              <li key={name} aria-hidden="true" className={styles.placeholder}>
                <Skeleton height="100%" />
              </li>
            ))}
      </ul>
    </section>
  )
}

function ArtistCard({ artist, isFan, isOwn }: { artist: LatestArtist; isFan: boolean | undefined; isOwn: boolean }) {
  const { id, nickname, avatar, sketches, fans, latest } = artist
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <Avatar avatar={avatar} name={nickname} size={48} />
        <div className={styles.person}>
          <Link to={`/user/${id}`} className={styles.name} title={nickname}>
            {nickname}
          </Link>
          <span className={styles.detail}>
            {countText(sketches, 'sketch', 'sketches')}, {countText(fans, 'fan')}
          </span>
        </div>
        {!isOwn && <FanButton artist={artist} isFan={isFan} inList />}
      </div>
      <ul className={styles.sketches} aria-label={`Latest sketches by ${nickname}`}>
        {latest.map((sketch) => (
          <li key={sketch.id}>
            <Link to={sketchAddress(sketch.id, `user-${id}`)} className={styles.sketch}>
              <SketchPicture picture={sketch} alt={sketch.alt} lazy />
            </Link>
          </li>
        ))}
      </ul>
    </article>
  )
}
