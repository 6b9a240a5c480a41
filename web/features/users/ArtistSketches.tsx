import { useSearchParams } from 'react-router'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useGalleryLayout } from '../galleries/GalleryHead.tsx'
import { ListGallery } from '../galleries/ListGallery.tsx'
import { artistList, givenHeartsList, SKETCH_SORTS, sketchSortOf } from '../galleries/lists.ts'
import styles from './ArtistSketches.module.css'

/** Sketches of a member, newest or most hearts first; the address holds the order. */
export function ArtistSketches({ profile, isOwn }: { profile: ShownProfile; isOwn: boolean }) {
  const [layout] = useGalleryLayout()
  const [params, setParams] = useSearchParams()
  const sort = sketchSortOf(params)
  const changeSort = (chosen: GallerySort) =>
    setParams(chosen === 'recent' ? {} : { sort: chosen }, { replace: true, preventScrollReset: true })
  return (
    <section aria-label="Sketches">
      <Hidden>
        <h2>Sketches</h2>
      </Hidden>
      {profile.sketches > 0 && (
        <Segmented label="Order" options={SKETCH_SORTS} value={sort} onChange={changeSort} className={styles.order} />
      )}
      <ListGallery list={artistList(profile, sort)} layout={layout} empty={<NoSketches isOwn={isOwn} />} />
    </section>
  )
}

function NoSketches({ isOwn }: { isOwn: boolean }) {
  return (
    <EmptyState action={isOwn && <ButtonLink to="/upload">Upload a sketch</ButtonLink>}>
      {isOwn ? 'No sketches yet, you should make one!' : 'No sketches yet.'}
    </EmptyState>
  )
}

/** Sketches to which the member gave a heart. */
export function Likes({ profile }: { profile: ShownProfile }) {
  const [layout] = useGalleryLayout()
  const list = givenHeartsList(profile)
  return (
    <section aria-label="Likes">
      <Hidden>
        <h2>Likes</h2>
      </Hidden>
      <ListGallery list={list} layout={layout} empty={<EmptyState>{list.empty}</EmptyState>} />
    </section>
  )
}
