import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { EditForm } from './EditForm.tsx'
import { editQuery } from './queries.ts'

/** Page for editing a sketch: text, visibility, rotation, files and earlier pictures. */
export function EditSketchPage() {
  const id = idText.safeParse(useParams().id)
  if (!id.success) throw new Response(null, { status: 404 })
  return (
    <RequireLogin title="Edit sketch">
      <LoadedSketch key={id.data} id={id.data} />
    </RequireLogin>
  )
}

function LoadedSketch({ id }: { id: number }) {
  const { data, error } = useQuery(editQuery(id))
  if (data) {
    return (
      <Page title="Edit sketch" width={768}>
        <EditForm sketch={data} />
      </Page>
    )
  }
  if (!error) return <PageSpinner />
  if (!(error instanceof CallError) || error.code !== 'forbidden') throw error
  return (
    <ErrorScreen action={<ButtonLink to={`/sketch/${id}`}>See the sketch</ButtonLink>}>{messageOf(error)}</ErrorScreen>
  )
}
