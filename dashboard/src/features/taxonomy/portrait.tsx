import type { Image } from '../../../../src/contract/fields/links.ts';
import { classes } from '../../components/base/classes.ts';
import './taxonomy.css';

interface PortraitProps {
  image: Image | null;
  /** Its first letter is shown if there is no image. */
  name: string;
  shape?: 'round' | 'square';
}

/** The small image before a name. */
export function Portrait({ image, name, shape = 'round' }: PortraitProps) {
  return (
    <span className={classes('portrait', shape === 'square' && 'portrait-square')} aria-hidden>
      {image?.url == null ? (
        name.trim().charAt(0).toUpperCase()
      ) : (
        <img src={image.url} alt="" loading="lazy" />
      )}
    </span>
  );
}
