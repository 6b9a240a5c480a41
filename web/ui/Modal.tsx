import { lazyComponent } from './lazy-component.tsx'

/** A dialog over the page; loads on first use. */
export const Modal = lazyComponent(() => import('./aria/Modal.tsx'), 'Modal')
