import { lazyComponent } from './lazy-component.tsx'
import { DialogSpinner } from './Spinner.tsx'

/** Dialog over the page; loads on first use. */
export const Modal = lazyComponent(
  () => import('./aria/Modal.tsx'),
  'Modal',
  ({ isOpen = true }: { isOpen?: boolean }) => isOpen && <DialogSpinner />,
)
