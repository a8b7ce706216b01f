import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BlogPage } from '../../../../components/blog-page';
import { pageOfBlog } from '../../../../lib/blog';
import { metadataOf } from '../../../../lib/metadata';
import { orNothing } from '../../../../lib/params';

interface Props {
  params: Promise<{ page: string }>;
}

export async function generateStaticParams() {
  const { count } = await pageOfBlog(1);
  return orNothing(
    'page',
    Array.from({ length: count - 1 }, (_none, at) => String(at + 2)),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page } = await params;
  return metadataOf({ path: `/blog/page/${page}`, title: `Blog, page ${page}` });
}

/** Page 2 and later pages of the blog. The first page is at `/blog`. */
export default async function LaterPage({ params }: Props) {
  const { page } = await params;
  if (!/^[1-9][0-9]{0,4}$/.test(page) || page === '1') notFound();
  return <BlogPage page={Number(page)} />;
}
