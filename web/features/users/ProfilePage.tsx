import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Navigate, redirect, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { useUser } from '../../lib/session.ts'
import { useFocusHeadingWhenLost } from '../../ui/focus.ts'
import { lazyPage } from '../../ui/lazy-component.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AlbumList } from '../albums/AlbumList.tsx'
import { Comments } from '../comments/Comments.tsx'
import { artistList, sketchSortOf } from '../galleries/lists.ts'
import { galleryQuery, positionInUrl } from '../galleries/queries.ts'
import { About } from './About.tsx'
import { ArtistSketches, Likes } from './ArtistSketches.tsx'
import { BlockedMembers, BlockedNotice } from './Blocks.tsx'
import { Fans } from './Fans.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import styles from './ProfilePage.module.css'
import { profileQuery } from './queries.ts'
import { type ProfileView, profileTabs, viewOf } from './views.ts'

const MemberStreams = lazyPage(() => import('./MemberStreams.tsx'), 'MemberStreams')

const profileParams = z.object({ id: idText, view: z.optional(z.string()) })

function paramsOf(params: unknown): { id: number; view: ProfileView } {
  const parsed = profileParams.safeParse(params)
  const view = parsed.success ? viewOf(parsed.data.view) : null
  if (!parsed.success || !view) throw new Response(null, { status: 404 })
  return { id: parsed.data.id, view }
}

/**
 * Loads the profile, and prefetches its sketches. Redirects home from a missing member [2 §8] and from a member who
 * blocked the viewer.
 */
export const loadProfile =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const { id, view } = paramsOf(params)
    if (view === 'sketches') {
      const { search, searchParams } = new URL(request.url)
      const list = artistList({ id, nickname: '' }, sketchSortOf(searchParams))
      void client.prefetchInfiniteQuery(galleryQuery(list, positionInUrl(search).from))
    }
    try {
      const profile = await client.ensureQueryData(profileQuery(id))
      // The account was merged into another.
      return profile.id === id ? profile : redirect(`/user/${profile.id}`)
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return redirect('/')
      throw error
    }
  }

/** Profile with a tab for each view. */
export function ProfilePage() {
  const { id, view } = paramsOf(useParams())
  const { data: profile } = useSuspenseQuery(profileQuery(id))
  // Blocking and unblocking replace the profile.
  useFocusHeadingWhenLost()
  return (
    <div className={styles.page}>
      <title>{`${profile.nickname} – ${PRODUCT_NAME}`}</title>
      {profile.hidden ? <BlockedNotice profile={profile} /> : <LoadedProfile profile={profile} view={view} />}
    </div>
  )
}

function LoadedProfile({ profile, view }: { profile: ShownProfile; view: ProfileView }) {
  const user = useUser()
  const isOwn = user?.id === profile.id
  return (
    <>
      <ProfileHead profile={profile} user={user} />
      <Tabs label={`${profile.nickname}’s page`} tabs={profileTabs(profile.id, view, isOwn)} />
      <div className={styles.view}>
        {view === 'sketches' && <ArtistSketches profile={profile} isOwn={isOwn} />}
        {view === 'about' && <About profile={profile} isOwn={isOwn} />}
        {view === 'likes' && <Likes profile={profile} />}
        {view === 'albums' && <AlbumList userId={profile.id} />}
        {view === 'streams' && <MemberStreams userId={profile.id} isOwn={isOwn} />}
        {view === 'comments' && <Comments type="profile" which={profile.id} />}
        {(view === 'fans' || view === 'fanof') && <Fans key={view} profile={profile} view={view} isOwn={isOwn} />}
        {view === 'blocks' &&
          user !== undefined &&
          (isOwn ? <BlockedMembers id={profile.id} /> : <Navigate to={`/user/${profile.id}`} replace />)}
      </div>
    </>
  )
}
