import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Navigate, redirect, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { useUser } from '../../lib/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { AlbumList } from '../albums/AlbumList.tsx'
import { Comments } from '../comments/Comments.tsx'
import { ArtistSketches, Likes } from './ArtistSketches.tsx'
import { BlockedNotice } from './BlockedNotice.tsx'
import { Blocks } from './Blocks.tsx'
import { Fans } from './Fans.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import styles from './ProfilePage.module.css'
import { profileQuery } from './queries.ts'
import { type ProfileView, profileTabs, viewOf } from './tabs.ts'

const profileParams = z.object({ id: idText, view: z.optional(z.string()) })

function paramsOf(params: unknown): { id: number; view: ProfileView } {
  const parsed = profileParams.safeParse(params)
  const view = parsed.success ? viewOf(parsed.data.view) : null
  if (!parsed.success || !view) throw new Response(null, { status: 404 })
  return { id: parsed.data.id, view }
}

/** A missing member leads home [2 §8], and so does one who has blocked the viewer. */
export const loadProfile =
  (client: QueryClient) =>
  async ({ params }: LoaderFunctionArgs) => {
    const { id } = paramsOf(params)
    try {
      return await client.ensureQueryData(profileQuery(id))
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return redirect('/')
      throw error
    }
  }

/** A member's page: who they are, and under tabs what they made, like, were told, and who follows them. */
export function ProfilePage() {
  const { id, view } = paramsOf(useParams())
  const { data: profile } = useSuspenseQuery(profileQuery(id))
  return (
    <div className={styles.page}>
      <title>{`${profile.nickname} – ${PRODUCT_NAME}`}</title>
      {profile.hidden ? <BlockedNotice profile={profile} /> : <Shown profile={profile} view={view} />}
    </div>
  )
}

function Shown({ profile, view }: { profile: ShownProfile; view: ProfileView }) {
  const user = useUser()
  const own = user?.id === profile.id
  return (
    <>
      <ProfileHead profile={profile} user={user} />
      <Tabs label={`${profile.nickname}'s page`} tabs={profileTabs(profile.id, view, own)} />
      <div className={styles.view}>
        {view === 'sketches' && <ArtistSketches profile={profile} own={own} />}
        {view === 'albums' && <AlbumList userId={profile.id} />}
        {view === 'likes' && <Likes profile={profile} />}
        {view === 'comments' && <Comments type="profile" which={profile.id} />}
        {(view === 'fans' || view === 'fanof') && <Fans key={view} profile={profile} view={view} own={own} />}
        {view === 'blocks' &&
          user !== undefined &&
          (own ? <Blocks id={profile.id} /> : <Navigate to={`/user/${profile.id}`} replace />)}
      </div>
    </>
  )
}
