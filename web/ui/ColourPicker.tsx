import { lazyComponent } from './lazy-component.tsx'

/** Colour picker of 300 x 368 px; loads on first use. */
export const ColourPicker = lazyComponent(
  () => import('./aria/ColourPicker.tsx'),
  'ColourPicker',
  <div style={{ width: 300, height: 368 }} />,
)
