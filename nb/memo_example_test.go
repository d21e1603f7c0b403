package nb_test

import (
	"fmt"
	"os"

	"gibbslab/nb"
)

// What was remembered is deleted, and the next cell computes it again.
func ExampleForget() {
	dir, err := os.MkdirTemp("", "memo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	os.Setenv("GIBBSLAB_MEMO_DIR", dir)
	defer os.Unsetenv("GIBBSLAB_MEMO_DIR")
	long := func() float64 { nb.Show("computing"); return 0.5 }
	fmt.Println(nb.Memo(long))
	nb.Forget()
	nb.Forget()
	fmt.Println(nb.Memo(long))
	// Output:
	// computing
	// 0.5
	// ○ Forgot 1 result.
	// ○ Forgot 0 results.
	// computing
	// 0.5
}
