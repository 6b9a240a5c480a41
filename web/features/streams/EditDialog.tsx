import { useQueryClient } from '@tanstack/react-query'
import type { ShownStream } from '../../../contract/http/streams.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { streamMessages } from '../../lib/messages/streams.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChallengeField, challengeIn } from './ChallengeField.tsx'
import { chaptersOf, linesOf } from './chapter-lines.ts'
import { StartField } from './list/StartField.tsx'
import { movedStart } from './list/times.ts'
import { editStream, setChapters } from './queries.ts'
import { addressOf, sketchOf } from './sketch-of.ts'

/** An artist changes what is said of their stream, and the chapters of its replay. */
export function EditDialog({ stream, onClose }: { stream: ShownStream; onClose: () => void }) {
  const client = useQueryClient()
  const { id, title, description, mature, challenge, chapters } = stream
  const hasReplay = stream.replay !== 'none'
  const announcedFor = stream.state === 'announced' ? stream.startsAt : null
  const send = async (filled: FormData) => {
    const text = (name: string) => String(filled.get(name) ?? '').trim()
    const sketchId = sketchOf(text('sketch'))
    if (sketchId === undefined) return { field: 'sketch', error: streamMessages.notASketch }
    const changed = hasReplay ? chaptersOf(text('chapters'), chapters) : chapters
    if (!changed) return { field: 'chapters', error: streamMessages.notChapters }
    const words = { title: text('title'), description: text('description'), mature: filled.has('mature') }
    const start = announcedFor === null ? null : movedStart(text('startsAt'), announcedFor)
    if (start !== null && !(start > Date.now())) return { field: 'startsAt', error: streamMessages.timePast }
    const moved = start === null ? {} : { startsAt: toWireTime(start) }
    await editStream(client, { id, ...words, ...moved, sketchId, challengeId: challengeIn(filled) })
    if (JSON.stringify(changed) !== JSON.stringify(chapters)) await setChapters(client, id, changed)
    return undefined
  }
  return (
    <FormDialog title="Edit stream" submit="Save" onSubmit={send} failure={messageOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextField
            label="Title"
            name="title"
            required
            maxLength={TITLE_MAX}
            defaultValue={title}
            autoComplete="off"
          />
          {announcedFor !== null && <StartField startsAt={announcedFor} error={errorOf('startsAt')} />}
          <TextField
            label="Description"
            name="description"
            multiline
            maxLength={DESCRIPTION_MAX}
            defaultValue={description}
          />
          <TextField
            label="Sketch it is about"
            name="sketch"
            hint="Its address, if there is one."
            error={errorOf('sketch')}
            autoComplete="off"
            defaultValue={addressOf(stream.sketchId)}
          />
          <ChallengeField chosen={challenge?.id ?? null} />
          {hasReplay && (
            <TextField
              label="Chapters"
              name="chapters"
              multiline
              hint="A line for each: when it begins, and its title."
              error={errorOf('chapters')}
              defaultValue={linesOf(chapters)}
            />
          )}
          <Checkbox name="mature" defaultChecked={mature}>
            Mature
          </Checkbox>
        </>
      )}
    </FormDialog>
  )
}
