import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../../../../contract/limits.ts'
import { idempotencyKey } from '../../../lib/idempotency-key.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { parseSketch, sketchPath } from '../../../lib/sketch-link.ts'
import { useStore } from '../../../lib/store.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { focusField } from '../../../ui/focus.ts'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { streamQuery, useStartStream } from '../queries.ts'
import { ChallengeField, readChallengeId } from '../StreamFields.tsx'
import styles from './BroadcastPage.module.css'
import { SourceChoice } from './SourcePreview.tsx'
import { StartButton } from './StartButton.tsx'
import type { Studio } from './studio.ts'

type BroadcastSetupProps = { studio: Studio; onStarted: (id: number) => void }

/** Form that starts a stream, prefilled from its announcement if there is one. */
export function BroadcastSetup({ studio, onStarted }: BroadcastSetupProps) {
  const [search] = useSearchParams()
  const announcedId = Number(search.get('announced')) || null
  const { data, isLoading } = useQuery({ ...streamQuery(announcedId ?? 0), enabled: announcedId !== null })
  if (isLoading) return <PageSpinner />
  const announced = data && !data.hidden && data.state === 'announced' ? data : null
  const about = announced
    ? { sketch: sketchPath(announced.sketchId), challengeId: announced.challenge?.id ?? null }
    : { sketch: search.get('sketch') ?? '', challengeId: Number(search.get('challenge')) || null }
  return <Form key={announced?.id} {...{ studio, announced, about, onStarted }} />
}

function Form({
  studio,
  announced,
  about,
  onStarted,
}: BroadcastSetupProps & { announced: ShownStream | null; about: { sketch: string; challengeId: number | null } }) {
  const start = useStartStream()
  const { source } = useStore(studio)
  const [idempotency] = useState(idempotencyKey)
  const [isNotASketch, setNotASketch] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const text = (name: string) => String(formData.get(name) ?? '').trim()
    const sketchId = parseSketch(text('sketch'))
    flushSync(() => setNotASketch(sketchId === undefined))
    if (sketchId === undefined) return focusField(event.currentTarget, 'sketch')
    if (!source) return
    const texts = { title: text('title'), description: text('description'), mature: formData.has('mature') }
    const linked = { sketchId, challengeId: readChallengeId(formData) }
    const stream = { ...texts, ...linked, source: source.kind, announcedId: announced?.id ?? null }
    start.mutate({ ...stream, key: idempotency.keyOf(stream) }, { onSuccess: ({ id }) => onStarted(id) })
  }
  return (
    <form className={styles.columns} onSubmit={submit}>
      <SourceChoice studio={studio} />
      <div className={styles.form}>
        <TextField
          label="Title"
          name="title"
          required
          maxLength={TITLE_MAX}
          autoComplete="off"
          defaultValue={announced?.title}
        />
        <TextField
          label="Description"
          name="description"
          multiline
          maxLength={DESCRIPTION_MAX}
          defaultValue={announced?.description}
        />
        <TextField
          label="Related sketch (link)"
          name="sketch"
          hint="Optional."
          error={isNotASketch && streamMessages.notASketch}
          autoComplete="off"
          defaultValue={about.sketch}
        />
        <ChallengeField chosen={about.challengeId} />
        <Checkbox name="mature" defaultChecked={announced?.mature}>
          Mature
        </Checkbox>
        {start.error && <FormError>{messageOf(start.error)}</FormError>}
        <div className={styles.buttons}>
          <StartButton studio={studio} type="submit" busy={start.isPending || start.isSuccess}>
            Start the stream
          </StartButton>
        </div>
      </div>
    </form>
  )
}
