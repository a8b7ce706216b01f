// Calls the service with the client that was generated from its document.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"galley.example/check/api"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	authorized := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("GALLEY_KEY"))
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("GALLEY_URL"), api.WithRequestEditorFn(authorized))
	if err != nil {
		return err
	}
	made, err := client.PostAuthorsWithResponse(ctx, nil, api.CreateAuthor{Name: "Grace"})
	if err != nil || made.JSON201 == nil {
		return fmt.Errorf("no author was made: %v %s", err, made.Status())
	}
	read, err := client.GetAuthorsBySlugWithResponse(ctx, made.JSON201.Slug, nil)
	if err != nil || read.JSON200 == nil {
		return fmt.Errorf("the author cannot be read: %v %s", err, read.Status())
	}
	if read.JSON200.Name != "Grace" || read.JSON200.CreatedAt.IsZero() {
		return fmt.Errorf("another author was read: %+v", read.JSON200)
	}
	return nil
}
