import type { ShownStream } from '../../../contract/http/streams.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { streamMessages } from '../../lib/messages/streams.ts'
import { parseSketch, sketchPath } from '../../lib/sketch-link.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useEditStream, useSetChapters } from './queries.ts'
import { ChallengeField, readChallengeId, StartTimeField } from './StreamFields.tsx'
import { changedStart, chapterLines, parseChapters } from './stream-fields.ts'

/** Dialog in which an artist edits a stream's texts and the chapters of its replay. */
export function EditStreamDialog({ stream, onClose }: { stream: ShownStream; onClose: () => void }) {
  const edit = useEditStream()
  const setChapters = useSetChapters()
  const { id, title, description, mature, challenge, chapters } = stream
  const hasReplay = stream.replay !== 'none'
  const announcedFor = stream.state === 'announced' ? stream.startsAt : null
  const send = async (formData: FormData) => {
    const text = (name: string) => String(formData.get(name) ?? '').trim()
    const sketchId = parseSketch(text('sketch'))
    if (sketchId === undefined) return { field: 'sketch', error: streamMessages.notASketch }
    const changed = hasReplay ? parseChapters(text('chapters'), chapters) : chapters
    if (!changed) return { field: 'chapters', error: streamMessages.notChapters }
    const texts = { title: text('title'), description: text('description'), mature: formData.has('mature') }
    const start = announcedFor === null ? null : changedStart(text('startsAt'), announcedFor)
    if (start !== null && !(start > Date.now())) return { field: 'startsAt', error: streamMessages.startTimePast }
    const newStart = start === null ? {} : { startsAt: toWireTime(start) }
    await edit.mutateAsync({ id, ...texts, ...newStart, sketchId, challengeId: readChallengeId(formData) })
    if (JSON.stringify(changed) !== JSON.stringify(chapters)) await setChapters.mutateAsync({ id, chapters: changed })
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
          {announcedFor !== null && <StartTimeField startsAt={announcedFor} error={errorOf('startsAt')} />}
          <TextField
            label="Description"
            name="description"
            multiline
            maxLength={DESCRIPTION_MAX}
            defaultValue={description}
          />
          <TextField
            label="Related sketch (link)"
            name="sketch"
            hint="Optional."
            error={errorOf('sketch')}
            autoComplete="off"
            defaultValue={sketchPath(stream.sketchId)}
          />
          <ChallengeField chosen={challenge?.id ?? null} />
          {hasReplay && (
            <TextField
              label="Chapters"
              name="chapters"
              multiline
              hint="One per line: start time and title."
              error={errorOf('chapters')}
              defaultValue={chapterLines(chapters)}
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
