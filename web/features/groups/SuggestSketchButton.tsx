import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { GROUP_MESSAGE_MAX } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sketchInLink } from './links.ts'
import { linkedSketchQuery, useAddToGroup } from './queries.ts'

const failureOf = (error: unknown) =>
  error instanceof CallError && error.code === 'not_found' ? groupMessages.noSuchSketch : messageOf(error)

/** Button that suggests a sketch to a group. Members of the group add their own sketches without approval. */
export function SuggestSketchButton({ group }: { group: GroupInfo }) {
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={ImagePlus} onClick={() => requireLogin(() => setOpen(true))}>
        Suggest a sketch
      </Button>
      {isOpen && <SuggestSketchDialog group={group} onClose={() => setOpen(false)} />}
    </>
  )
}

function SuggestSketchDialog({ group: { id, title }, onClose }: { group: GroupInfo; onClose: () => void }) {
  const add = useAddToGroup()
  const send = async (form: FormData) => {
    const sketchId = sketchInLink(String(form.get('link') ?? ''))
    if (!sketchId) return { field: 'link', error: groupMessages.linkInvalid }
    const message = String(form.get('message') ?? '').trim()
    const { state } = await add.mutateAsync({ groupId: id, sketchId, message })
    toast(state === 'added' ? groupMessages.added(title) : groupMessages.queued(title))
    return undefined
  }
  return (
    <FormDialog
      title={`Suggest a sketch to ${title}`}
      submit="Suggest"
      onSubmit={send}
      failure={failureOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <FormHint>{groupMessages.suggestHint}</FormHint>
          <LinkField error={errorOf('link')} />
          <TextField label="Message (optional)" name="message" multiline maxLength={GROUP_MESSAGE_MAX} />
        </>
      )}
    </FormDialog>
  )
}

/** Field for the link of a sketch. Shows the sketch's title once it is found. */
function LinkField({ error }: { error: string | undefined }) {
  const [link, setLink] = useState('')
  const sketchId = sketchInLink(link)
  const found = useQuery(linkedSketchQuery(sketchId))
  const title = sketchId > 0 && found.data && !found.data.hidden ? found.data.title : undefined
  const isMissing = sketchId > 0 && (found.isError || found.data?.hidden)
  const state = found.isFetching ? groupMessages.lookingUp : (title ?? groupMessages.pasteLink)
  return (
    <TextField
      label="Sketch link"
      name="link"
      autoComplete="off"
      value={link}
      hint={<span role="status">{isMissing ? groupMessages.noSuchSketch : state}</span>}
      error={error}
      onChange={(event) => setLink(event.target.value)}
    />
  )
}
