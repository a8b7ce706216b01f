import { BlogPage } from '../../components/blog-page';
import { metadataOf } from '../../lib/metadata';

export const metadata = metadataOf({ path: '/blog', title: 'Blog' });

export default function Blog() {
  return <BlogPage page={1} />;
}
