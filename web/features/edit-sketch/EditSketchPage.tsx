import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { LoginNeeded } from '../../lib/LoginNeeded.tsx'
import { messageOf } from '../../lib/messages/codes.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { PageSpinner } from '../../ui/PageSpinner.tsx'
import { EditForm } from './EditForm.tsx'
import { editQuery } from './queries.ts'

/** Editing one's own sketch: its words, who sees it, how it stands, its files and its earlier pictures. */
export function EditSketchPage() {
  const id = idText.safeParse(useParams().id)
  if (!id.success) throw new Response(null, { status: 404 })
  return (
    <LoginNeeded>
      <title>{`Edit sketch – ${PRODUCT_NAME}`}</title>
      <Loaded key={id.data} id={id.data} />
    </LoginNeeded>
  )
}

function Loaded({ id }: { id: number }) {
  const { data, error } = useQuery(editQuery(id))
  if (data) return <EditForm sketch={data} />
  if (!error) return <PageSpinner />
  if (!(error instanceof CallError) || error.code !== 'forbidden') throw error
  return (
    <ErrorScreen action={<ButtonLink to={`/sketch/${id}`}>See the sketch</ButtonLink>}>{messageOf(error)}</ErrorScreen>
  )
}
