import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ownerMessages } from '../../lib/messages/sketch-owner.ts'
import { useUser } from '../../lib/session.ts'
import { Expandable } from '../../ui/Expandable.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './ParentField.module.css'
import { ownSketchesQuery } from './queries.ts'

type ParentFieldProps = {
  sketchId: number
  value: number | null
  onChange: (parent: number | null) => void
}

const SIDE = 72

/** Selects the sketch that this one continues: one of the member's own, or any other by address. */
export function ParentField(props: ParentFieldProps) {
  const { value } = props
  return (
    <Expandable level={2} title="Continues from" detail={value === null ? 'No other sketch' : `Sketch ${value}`}>
      {() => <Choice {...props} />}
    </Expandable>
  )
}

function Choice({ sketchId, value, onChange }: ParentFieldProps) {
  const name = useId()
  const [address, setAddress] = useState(value === null ? '' : `/sketch/${value}`)
  const [error, setError] = useState('')
  const changeParent = (parent: number | null) => {
    setAddress(parent === null ? '' : `/sketch/${parent}`)
    setError('')
    onChange(parent)
  }
  const read = (text: string) => {
    setAddress(text)
    const found = parseSketchNumber(text)
    setError(found === undefined ? ownerMessages.noSketchAddress : '')
    if (found !== undefined) onChange(found)
  }
  return (
    <div className={styles.choice}>
      <fieldset className={styles.latest}>
        <legend className={styles.legend}>Your latest sketches</legend>
        <label className={styles.option}>
          <input type="radio" name={name} checked={value === null} onChange={() => changeParent(null)} />
          <span className={styles.none}>None</span>
        </label>
        <OwnSketches sketchId={sketchId} value={value} name={name} onChange={changeParent} />
      </fieldset>
      <TextField
        label="Link to the sketch"
        hint="One of your sketches, or a co-op sketch"
        placeholder="/sketch/1"
        value={address}
        error={error}
        onChange={(event) => read(event.target.value)}
      />
    </div>
  )
}

function OwnSketches({ sketchId, value, name, onChange }: ParentFieldProps & { name: string }) {
  const user = useUser()
  const { data, error } = useQuery({ ...ownSketchesQuery(user?.id ?? 0), enabled: !!user })
  if (error) return <p className={styles.failed}>{messageOf(error)}</p>
  if (!data) return <Skeleton width={SIDE} height={SIDE} />
  const others = data.items.filter(({ id }) => id !== sketchId)
  return others.map((sketch) => (
    <label key={sketch.id} className={styles.option}>
      <input type="radio" name={name} checked={sketch.id === value} onChange={() => onChange(sketch.id)} />
      <Thumb sketch={sketch} />
    </label>
  ))
}

function Thumb({ sketch }: { sketch: SketchItem }) {
  return <img {...coverPicture(sketch, { width: SIDE, height: SIDE })} width={SIDE} height={SIDE} alt={sketch.title} />
}

/** Parses a sketch address: null for an empty text, undefined for anything else. */
function parseSketchNumber(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const [, number] = /^(?:.*\/sketch\/)?([1-9]\d{0,14})\/?$/.exec(text.trim()) ?? []
  return number === undefined ? undefined : Number(number)
}
