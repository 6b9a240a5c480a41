import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { sketchNotices } from '../../lib/messages/sketch.ts'
import { synthesizeMessages } from '../../lib/messages/synthesize.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { sketchAheadQuery } from '../sketches/queries.ts'
import { synthesisRefusal } from './may-synthesize.ts'
import { TextureMaker } from './TextureMaker.tsx'

const TITLE = 'Synthesize sketch'

/** Page on which a patron makes a seamless texture from an own sketch [1 §6]. */
export function SynthesizePage() {
  const id = idText.safeParse(useParams().id)
  if (!id.success) throw new Response(null, { status: 404 })
  return (
    <RequireLogin title={TITLE} sentence={synthesizeMessages.loginFirst}>
      <LoadedSketch key={id.data} id={id.data} />
    </RequireLogin>
  )
}

function LoadedSketch({ id }: { id: number }) {
  const user = useUser()
  const { data: sketch } = useQuery({
    ...sketchAheadQuery(id),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  if (!sketch || !user) return <PageSpinner />
  if (sketch.hidden) return <Refusal>{sketch.notice === 'blocked' ? undefined : sketchNotices[sketch.notice]}</Refusal>
  const refusal = synthesisRefusal(sketch, user)
  if (refusal) return <Refusal sketchId={id}>{refusal}</Refusal>
  return (
    <Page title={TITLE} gap={24} width={1080}>
      <h1>{TITLE}</h1>
      <TextureMaker sketch={sketch} />
    </Page>
  )
}

/** Says why there is nothing to do here, and leads to the sketch or home. */
function Refusal({ sketchId, children }: { sketchId?: number; children?: string | undefined }) {
  return (
    <>
      <title>{`${TITLE} – ${PRODUCT_NAME}`}</title>
      <ErrorScreen
        action={
          sketchId && (
            <>
              {children === synthesizeMessages.forPatrons && <ButtonLink to="/store">Become a patron</ButtonLink>}
              <ButtonLink to={`/sketch/${sketchId}`}>See the sketch</ButtonLink>
            </>
          )
        }
      >
        {children ?? synthesizeMessages.ownOnly}
      </ErrorScreen>
    </>
  )
}
