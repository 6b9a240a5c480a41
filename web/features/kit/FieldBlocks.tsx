import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ColourPicker } from '../../ui/ColourPicker.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { TagField } from '../../ui/TagField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Block } from './Block.tsx'

const OPTIONS = [
  { value: 'recent', label: 'Recent first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'hearts', label: 'Most hearts' },
  { value: 'views', label: 'Most views', disabled: true },
] as const

const TAGS = ['harbour', 'harvest', 'hands', 'heron', 'horse', 'ink', 'interior', 'island', 'portrait', 'pose']

const suggestTag = async (query: string) => TAGS.filter((tag) => tag.startsWith(query.toLowerCase()))

export function FieldBlocks() {
  const [order, setOrder] = useState<(typeof OPTIONS)[number]['value'] | null>('recent')
  const [unset, setUnset] = useState<(typeof OPTIONS)[number]['value'] | null>(null)
  const [size, setSize] = useState(40)
  const [tags, setTags] = useState<string[]>(['winter', 'sketchbook'])
  const [colour, setColour] = useState('#2e6da4')
  return (
    <>
      <Block name="Fields">
        <TextField label="Title" defaultValue="Sketchbook, winter" maxLength={64} />
        <TextField label="Title" error="Please fill in all the info" />
        <Select label="Order" hideLabel options={OPTIONS} value={order} onChange={setOrder} />
        <div>
          <Checkbox defaultChecked>Checked</Checkbox>
          <Checkbox>Not checked</Checkbox>
        </div>
        <Slider label="Size" value={size} onChange={setSize} />
      </Block>
      <Block name="Colour picker">
        <ColourPicker value={colour} onChange={setColour} elevated />
      </Block>
      <Block name="Fields, more states">
        <TextField label="Nickname" hint="Shown on everything you post" placeholder="Nickname" />
        <TextField label="At its limit" defaultValue="Twelve chars" maxLength={12} error="That name is taken" />
        <TextField label="Disabled" defaultValue="Not now" disabled />
        <TextField
          label="About"
          multiline
          rows={4}
          maxLength={500}
          defaultValue="Interiors, mostly empty ones. I like the hour when lamps and daylight are the same colour."
        />
      </Block>
      <Block name="Choices">
        <Select
          label="Country"
          options={OPTIONS}
          value={unset}
          onChange={setUnset}
          hint="Only you see it"
          error="Choose one"
        />
        <Select label="Disabled" options={OPTIONS} value="hearts" onChange={() => {}} disabled />
        <div>
          <Checkbox disabled>Disabled</Checkbox>
          <Checkbox disabled defaultChecked>
            Disabled and checked
          </Checkbox>
          <Checkbox hint="Blurred until you ask for them">Show mature sketches</Checkbox>
        </div>
        <Slider label="Opacity" value={0.8} min={0} max={1} step={0.01} onChange={() => {}} format={percent} disabled />
      </Block>
      <Block name="Tag field">
        <TagField
          label="Tags"
          value={tags}
          onChange={setTags}
          suggest={suggestTag}
          maxTags={10}
          maxLength={32}
          hint="A comma or Enter adds one"
        />
        <TagField label="Tags, full" value={['ink', 'heron']} onChange={() => {}} maxTags={2} />
        <TagField
          label="Tags, invalid"
          value={[]}
          onChange={() => {}}
          placeholder="Add tags"
          error="Add at least one tag"
        />
      </Block>
    </>
  )
}

function percent(value: number): string {
  return `${Math.round(value * 100)}%`
}
