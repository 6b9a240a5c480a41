import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { REPORT_DETAILS_MAX } from '../../../contract/limits.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { sketchMessages } from '../../lib/messages/sketch.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useDispute } from './queries.ts'

type RepostProps = { sketchId: number; repost: NonNullable<ShownSketch['repost']> }

/** The sketch of another member that is similar to this one. Its artist can dispute the answer. */
export function RepostFact({ sketchId, repost }: RepostProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { answer, original, isOwn, canDispute, disputed } = repost
  return (
    <>
      <FactList>
        <Fact name={repostMessages.facts[answer]}>
          <Link to={`/sketch/${original.id}`}>{repostMessages.titleBy(original.title, original.nickname)}</Link>
        </Fact>
      </FactList>
      {canDispute && (
        <Button icon={Flag} onClick={() => setIsOpen(true)}>
          Dispute
        </Button>
      )}
      {disputed && <p>{isOwn ? repostMessages.disputed : repostMessages.disputedByArtist}</p>}
      {isOpen && <DisputeDialog sketchId={sketchId} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function DisputeDialog({ sketchId, onClose }: { sketchId: number; onClose: () => void }) {
  const dispute = useDispute(sketchId)
  const send = async (formData: FormData) => {
    await dispute.mutateAsync(String(formData.get('details') ?? '').trim())
    toast(sketchMessages.reportThanks)
    return undefined
  }
  return (
    <FormDialog
      title={repostMessages.disputeTitle}
      submit="Dispute"
      onSubmit={send}
      failure={sketchMessages.reportFailed}
      onClose={onClose}
    >
      <p>{repostMessages.disputeHint}</p>
      <TextField label="Details" name="details" multiline maxLength={REPORT_DETAILS_MAX} />
    </FormDialog>
  )
}
