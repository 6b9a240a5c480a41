import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../../../../contract/limits.ts'
import { idempotencyKey } from '../../../lib/idempotency-key.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { focusField } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { ChallengeField, challengeIn } from '../ChallengeField.tsx'
import { startStream, streamQuery } from '../queries.ts'
import { addressOf, sketchOf } from '../sketch-of.ts'
import { BeginButton } from './BeginButton.tsx'
import styles from './Sheet.module.css'
import type { Studio } from './studio.ts'
import { ToShow } from './ToShow.tsx'

type SetupProps = { studio: Studio; onStarted: (id: number) => void }

/** What a stream is about and what it shows, before it begins; of one that was announced, as it was announced. */
export function Setup({ studio, onStarted }: SetupProps) {
  const [search] = useSearchParams()
  const announcedId = Number(search.get('announced')) || null
  const { data, isLoading } = useQuery({ ...streamQuery(announcedId ?? 0), enabled: announcedId !== null })
  if (isLoading) return <PageSpinner />
  const announced = data && !data.hidden && data.state === 'announced' ? data : null
  const about = announced
    ? { sketch: addressOf(announced.sketchId), challengeId: announced.challenge?.id ?? null }
    : { sketch: search.get('sketch') ?? '', challengeId: Number(search.get('challenge')) || null }
  return <Form key={announced?.id} {...{ studio, announced, about, onStarted }} />
}

function Form({
  studio,
  announced,
  about,
  onStarted,
}: SetupProps & { announced: ShownStream | null; about: { sketch: string; challengeId: number | null } }) {
  const client = useQueryClient()
  const { source } = useSyncExternalStore(studio.subscribe, studio.state)
  const [calls] = useState(idempotencyKey)
  const [busy, setBusy] = useState(false)
  const [isNotASketch, setNotASketch] = useState(false)
  const [failure, setFailure] = useState<string>()
  const start = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    const text = (name: string) => String(filled.get(name) ?? '').trim()
    const sketchId = sketchOf(text('sketch'))
    flushSync(() => setNotASketch(sketchId === undefined))
    if (sketchId === undefined) return focusField(event.currentTarget, 'sketch')
    if (!source) return
    const words = { title: text('title'), description: text('description'), mature: filled.has('mature') }
    const linked = { sketchId, challengeId: challengeIn(filled) }
    const said = { ...words, ...linked, source: source.kind, announcedId: announced?.id ?? null }
    setBusy(true)
    setFailure(undefined)
    try {
      onStarted(await startStream(client, { ...said, key: calls.keyOf(said) }))
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.columns} onSubmit={(event) => void start(event)}>
      <ToShow studio={studio} />
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
          label="Sketch it is about"
          name="sketch"
          hint="Its address, if there is one."
          error={isNotASketch && streamMessages.notASketch}
          autoComplete="off"
          defaultValue={about.sketch}
        />
        <ChallengeField chosen={about.challengeId} />
        <Checkbox name="mature" defaultChecked={announced?.mature}>
          Mature
        </Checkbox>
        {failure && (
          <p role="alert" className={styles.failed}>
            <Icon of={CircleAlert} size={16} />
            {failure}
          </p>
        )}
        <div className={styles.buttons}>
          <BeginButton studio={studio} type="submit" busy={busy}>
            Start the stream
          </BeginButton>
        </div>
      </div>
    </form>
  )
}
