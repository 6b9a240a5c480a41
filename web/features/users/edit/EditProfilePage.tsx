import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { idText } from '../../../../contract/http/common.ts'
import { CallError } from '../../../lib/call.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { useUser } from '../../../lib/session.ts'
import { ErrorScreen } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { RequireLogin } from '../../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { type EditPath, editProfileQuery } from './queries.ts'

/** Page of the member's own profile and settings [2 §2 Edit profile]. */
export function EditProfilePage() {
  return (
    <RequireLogin>
      <LoadedProfile path="/editProfile" />
    </RequireLogin>
  )
}

/** The same page for staff, with what others see of the member. */
export function EditMemberPage() {
  const id = idText.safeParse(useParams().id)
  const user = useUser()
  if (!id.success) throw new Response(null, { status: 404 })
  if (user?.id === id.data) return <Navigate to="/editProfile" replace />
  return (
    <RequireLogin>
      <LoadedProfile key={id.data} path={`/user/${id.data}/edit`} />
    </RequireLogin>
  )
}

function LoadedProfile({ path }: { path: EditPath }) {
  const { data, error } = useQuery(editProfileQuery(path))
  if (data) {
    return (
      <Page title="Edit profile" width={768}>
        <ProfileForm path={path} profile={data} />
      </Page>
    )
  }
  if (!error) return <PageSpinner />
  if (!(error instanceof CallError) || !['forbidden', 'impersonating'].includes(error.code)) throw error
  return <ErrorScreen>{messageOf(error)}</ErrorScreen>
}
