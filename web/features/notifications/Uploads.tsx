import { useSearchParams } from 'react-router'
import { notificationMessages } from '../../lib/messages/notifications.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { ListGallery } from '../galleries/ListGallery.tsx'
import { type GalleryList, MODES } from '../galleries/lists.ts'
import styles from './Notifications.module.css'

const FOLLOWED_TAGS: GalleryList = {
  key: 'followed-tags',
  title: 'From tags you follow',
  path: '/activity/1?format=json&filter=tags',
  empty: notificationMessages.noTags,
}

const CHOICES = [
  { value: 'artists', label: 'Artists' },
  { value: 'tags', label: 'Tags' },
] as const

const EMPTY_LINKS = {
  artists: <ButtonLink to="/artists">Find artists</ButtonLink>,
  tags: <ButtonLink to="/gallery/recent">See recent sketches</ButtonLink>,
}

/** Uploads of the artists or tags that the member follows. */
export function Uploads() {
  const [params, setParams] = useSearchParams()
  const of = params.get('of') === 'tags' ? 'tags' : 'artists'
  const list: GalleryList = of === 'tags' ? FOLLOWED_TAGS : MODES.friends
  return (
    <>
      <Segmented
        label="New from"
        className={styles.head}
        options={CHOICES}
        value={of}
        onChange={(choice) => setParams(choice === 'tags' ? { of: choice } : {}, { replace: true })}
      />
      <ListGallery list={list} layout="rows" empty={<EmptyState action={EMPTY_LINKS[of]}>{list.empty}</EmptyState>} />
    </>
  )
}
