import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components'
import { classes } from '../classes.ts'
import styles from './PopoverSurface.module.css'

export type Placement = PopoverProps['placement']

type PopoverSurfaceProps = Omit<PopoverProps, 'className'> & { className?: string }

/**
 * Surface of popovers, menus and lists: opens under its button, flips without room, stays 8 px from the window's edge.
 */
export function PopoverSurface({ className, placement = 'bottom start', ...rest }: PopoverSurfaceProps) {
  return (
    <AriaPopover
      {...rest}
      placement={placement}
      offset={4}
      containerPadding={8}
      className={classes(styles.surface, className)}
    />
  )
}
