import { lazyComponent } from './lazy-component.tsx'

/** Dialog over the page; loads on first use. */
export const Modal = lazyComponent(() => import('./aria/Modal.tsx'), 'Modal')
